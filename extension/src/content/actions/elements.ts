import type { ElementInfo } from '@bproxy/shared';
import { knownRole, withAccessibility } from '../accessibility/accessible.ts';
import { composedElements } from '../dom/composed-elements.ts';
import { isMatch } from '../dom/element-facts.ts';
import { known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { renderedParent } from '../dom/rendered-children.ts';
import { isActionable, isField } from '../gestures/actionable.ts';
import { describeElement } from '../reading/describe-element.ts';
import { capped } from '../reading/read-work.ts';
import { ElementNames } from '../targets/element-names.ts';
import { ReadHandles } from '../targets/kept-elements.ts';
import { canBeSeen } from '../visibility/can-be-seen.ts';
import { modalBefore } from '../visibility/open-modal.ts';
import type { ContentHandler } from './handler.ts';

const MOST_ELEMENTS = 500;
const DIALOGS =
  'dialog[open], [role="dialog"], [role="alertdialog"], [aria-modal="true"], [popover]:popover-open';

interface Found {
  element: Element;
  role: string;
  inDialog: boolean;
}

/** The whole document, with the content of an open dialog first. */
export const elements: ContentHandler<'elements'> = (request) =>
  withAccessibility(() => {
    const found = find(request.params.form === true);
    const ordered = [
      ...found.filter(({ inDialog }) => inDialog),
      ...found.filter(({ inDialog }) => !inDialog),
    ];
    const names = new ElementNames();
    const infos: ElementInfo[] = [];
    const handles = new ReadHandles(request);
    for (const { element, role, inDialog } of ordered.slice(0, MOST_ELEMENTS)) {
      // One element that a page has made unreadable must not hide all others.
      try {
        const target = names.targetOf(element);
        if (!target) continue;
        const info = { ...target, ...describeElement(element, role), ...(inDialog ? { inDialog } : {}) };
        infos.push({ ...info, ...handles.give(known(element)) });
      } catch {}
    }
    return {
      elements: infos,
      minted: handles.keep(),
      ...modalBefore(own.documentElement(document)),
      ...capped(found.length, MOST_ELEMENTS),
    };
  });

function find(fieldsOnly: boolean): Found[] {
  const found: Found[] = [];
  const dialogs = new Set<Element>();
  for (const element of composedElements(own.documentElement(document))) {
    try {
      const inDialog = isInDialog(element, dialogs);
      const it = known(element);
      const role = knownRole(it);
      const isWanted = fieldsOnly ? isField(it, role) : isActionable(it, role);
      if (isWanted && canBeSeen(it, role)) found.push({ element, role, inDialog });
    } catch {}
  }
  return found;
}

/** Parents come before their children, so looking one step up is enough. */
function isInDialog(element: Element, dialogs: Set<Element>): boolean {
  const parent = renderedParent(element);
  const inDialog = (parent !== null && dialogs.has(parent)) || isMatch(element, DIALOGS);
  if (inDialog) dialogs.add(element);
  return inDialog;
}
