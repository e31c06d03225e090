import type { LinkInfo } from '@bproxy/shared';
import { withAccessibility } from '../accessibility/accessible.ts';
import { known } from '../dom/known-element.ts';
import { type Frame, reportFrames } from '../frames/found-frames.ts';
import { hrefOf, type ShownAnchor, shownAnchors, textOfAnchor } from '../reading/anchors.ts';
import { oneLine } from '../reading/brief.ts';
import { capped } from '../reading/read-work.ts';
import { readRoot } from '../targets/by-selector.ts';
import { ElementNames } from '../targets/element-names.ts';
import { ReadHandles } from '../targets/kept-elements.ts';
import type { ContentHandler } from './handler.ts';

const DEFAULT_LIMIT = 100;

export const links: ContentHandler<'links'> = async (request, tools) => {
  const frames: Frame[] = [];
  const read = withAccessibility(() => {
    const { params } = request;
    const limit = params.limit ?? DEFAULT_LIMIT;
    const found = [...shownAnchors(readRoot(params.selector), frames)].filter(
      ({ visible }) => visible || params.visibleOnly !== true,
    );
    const names = new ElementNames();
    const handles = new ReadHandles(request);
    const links = found.slice(0, limit).flatMap((link) => describe(link, names, handles));
    return {
      links,
      minted: handles.keep(),
      ...capped(found.length, limit),
    };
  });
  await reportFrames(frames, tools);
  return read;
};

/** Nothing for an anchor that the page makes impossible to describe: the others are worth more than an error. */
function describe({ element, visible }: ShownAnchor, names: ElementNames, handles: ReadHandles): LinkInfo[] {
  try {
    const target = names.targetOf(element);
    if (!target) return [];
    const attribute = (name: string) => oneLine(element.getAttribute(name) ?? '');
    const [title, rel, targetAttr] = [attribute('title'), attribute('rel'), attribute('target')];
    const info: LinkInfo = {
      text: textOfAnchor(element),
      href: hrefOf(element),
      target,
      ...(title ? { title } : {}),
      ...(rel ? { rel } : {}),
      ...(targetAttr ? { targetAttr } : {}),
      visible,
    };
    return [{ ...info, ...handles.give(known(element)) }];
  } catch {
    return [];
  }
}
