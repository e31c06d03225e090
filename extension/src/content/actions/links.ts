import type { LinkInfo } from '@bproxy/shared';
import { withAccessibility } from '../accessibility/accessible.ts';
import { known } from '../dom/known-element.ts';
import { oneLine } from '../reading/brief.ts';
import { capped } from '../reading/capped.ts';
import { hrefOf, type ShownLink, shownLinks, textOfLink } from '../reading/hyperlinks.ts';
import { readRoot } from '../reading/read-root.ts';
import { ElementNames } from '../targets/element-names.ts';
import { keepElements, type SeenElement, seenElement } from '../targets/kept-elements.ts';
import type { ContentHandler } from './handler.ts';

const DEFAULT_LIMIT = 100;

export const links: ContentHandler<'links'> = ({ params, firstHandle = 1 }) =>
  withAccessibility(() => {
    const limit = params.limit ?? DEFAULT_LIMIT;
    const found = [...shownLinks(readRoot(params.selector))].filter(
      ({ visible }) => visible || params.visibleOnly !== true,
    );
    const names = new ElementNames();
    const described = found.slice(0, limit).flatMap((link) => describe(link, names));
    return {
      links: described.map(({ info }) => info),
      minted: keepElements(
        described.map(({ seen }) => seen),
        firstHandle,
      ),
      ...capped(found.length, limit),
    };
  });

interface Described {
  info: LinkInfo;
  seen: SeenElement;
}

/** Nothing for a link that the page makes impossible to describe: the others are worth more than an error. */
function describe({ element, visible }: ShownLink, names: ElementNames): Described[] {
  try {
    const target = names.targetOf(element);
    if (!target) return [];
    const attribute = (name: string) => oneLine(element.getAttribute(name) ?? '');
    const [title, rel, targetAttr] = [attribute('title'), attribute('rel'), attribute('target')];
    const info: LinkInfo = {
      text: textOfLink(element),
      href: hrefOf(element),
      target,
      ...(title ? { title } : {}),
      ...(rel ? { rel } : {}),
      ...(targetAttr ? { targetAttr } : {}),
      visible,
    };
    return [{ info, seen: seenElement(known(element)) }];
  } catch {
    return [];
  }
}
