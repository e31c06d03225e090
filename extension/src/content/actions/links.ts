import { type ForwardedElementTarget, type LinkInfo, MAX_HANDLES_PER_READ } from '@bproxy/shared';
import { withAccessibility } from '../dom/accessible.ts';
import { oneLine } from '../dom/brief.ts';
import { capped } from '../dom/capped.ts';
import { ElementNames, fingerprinted } from '../dom/element-names.ts';
import { hrefOf, type ShownLink, shownLinks, textOfLink } from '../dom/hyperlinks.ts';
import { readRoot } from '../dom/read-root.ts';
import type { ContentHandler } from './handler.ts';

const DEFAULT_LIMIT = 100;

export const links: ContentHandler<'links'> = ({ params }) =>
  withAccessibility(() => {
    const limit = params.limit ?? DEFAULT_LIMIT;
    const found = [...shownLinks(readRoot(params.selector))].filter(
      ({ visible }) => visible || params.visibleOnly !== true,
    );
    const names = new ElementNames();
    const described = found.slice(0, limit).flatMap((link) => describe(link, names));
    return {
      links: described.map(({ info }) => info),
      targets: described.slice(0, MAX_HANDLES_PER_READ).map(({ target }) => target),
      ...capped(found.length, limit),
    };
  });

interface Described {
  info: LinkInfo;
  target: ForwardedElementTarget;
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
    return [{ info, target: fingerprinted(target, element) }];
  } catch {
    return [];
  }
}
