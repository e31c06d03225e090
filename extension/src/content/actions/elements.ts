import type { ElementInfo } from '@bproxy/shared';
import { knownRole, withAccessibility } from '../accessibility/accessible.ts';
import { composedElements } from '../dom/composed-elements.ts';
import { isMatch, shadowOf } from '../dom/element-facts.ts';
import { type KnownElement, known } from '../dom/known-element.ts';
import * as own from '../dom/own-properties.ts';
import { renderedParent } from '../dom/rendered-children.ts';
import { FILE_FIELDS, isFileField } from '../files/file-field.ts';
import { type Frame, isFrame, reportFrames } from '../frames/found-frames.ts';
import { isActionable, isField } from '../gestures/actionable.ts';
import { describeElement } from '../reading/describe-element.ts';
import { capped } from '../reading/read-work.ts';
import { ElementNames } from '../targets/element-names.ts';
import { giveHandles } from '../targets/read-handles.ts';
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
  /** A file field that no person can see. Files can be given to it all the same. */
  hidden?: true;
}

/** The whole document, with the content of an open dialog first. */
export const elements: ContentHandler<'elements'> = async (request, tools) => {
  const { frames, ...read } = withAccessibility(() => {
    const { found, frames } = find(request.params.form === true);
    const ordered = [
      ...found.filter(({ inDialog }) => inDialog),
      ...found.filter(({ inDialog, hidden }) => !inDialog && hidden),
      ...found.filter(({ inDialog, hidden }) => !inDialog && !hidden),
    ];
    const names = new ElementNames();
    const described: Array<{ it: KnownElement; info: ElementInfo }> = [];
    for (const { element, role, inDialog, hidden } of ordered.slice(0, MOST_ELEMENTS)) {
      // One element that a page has made unreadable must not hide all others.
      try {
        const target = names.targetOf(element);
        if (!target) continue;
        const info = {
          ...target,
          ...describeElement(element, role),
          ...(inDialog ? { inDialog } : {}),
          ...(hidden ? { hidden } : {}),
        };
        described.push({ it: known(element), info });
      } catch {}
    }
    const handles = giveHandles(
      request,
      described.map(({ it }) => it),
    );
    return {
      frames,
      elements: described.map(({ it, info }) => ({ ...info, ...handles.of(it) })),
      minted: handles.minted,
      ...modalBefore(own.documentElement(document)),
      ...capped(found.length, MOST_ELEMENTS),
    };
  });
  await reportFrames(frames, tools);
  return read;
};

function find(fieldsOnly: boolean): { found: Found[]; frames: Frame[] } {
  const found: Found[] = [];
  const frames: Frame[] = [];
  const dialogs = new Set<Element>();
  const roots: Array<Document | ShadowRoot> = [document];
  for (const element of composedElements(own.documentElement(document))) {
    if (isFrame(element)) frames.push(element);
    try {
      const inDialog = isInDialog(element, dialogs);
      const it = known(element);
      const shadow = shadowOf(element, it.tag);
      if (shadow) roots.push(shadow);
      const role = knownRole(it);
      const isWanted = fieldsOnly ? isField(it, role) : isActionable(it, role);
      if (isWanted && canBeSeen(it, role)) found.push({ element, role, inDialog });
    } catch {}
  }
  const seen = new Set(found.map(({ element }) => element));
  return { found: [...found, ...hiddenFileFields(roots, seen)], frames };
}

function hiddenFileFields(roots: Array<Document | ShadowRoot>, seen: ReadonlySet<Element>): Found[] {
  return roots
    .flatMap((root) => [...own.querySelectorAll(root, FILE_FIELDS)])
    .filter((field) => isFileField(field) && !seen.has(field))
    .map((element) => ({ element, role: '', inDialog: false, hidden: true }));
}

/** Parents come before their children, so looking one step up is enough. */
function isInDialog(element: Element, dialogs: Set<Element>): boolean {
  const parent = renderedParent(element);
  const inDialog = (parent !== null && dialogs.has(parent)) || isMatch(element, DIALOGS);
  if (inDialog) dialogs.add(element);
  return inDialog;
}
