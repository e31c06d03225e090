import type { LinkInfo } from '@bproxy/shared';
import { withAccessibility } from '../accessibility/accessible.ts';
import { type KnownElement, known } from '../dom/known-element.ts';
import { type Frame, reportFrames } from '../frames/found-frames.ts';
import { hrefOf, type ShownAnchor, shownAnchors, textOfAnchor } from '../reading/anchors.ts';
import { oneLine } from '../reading/brief.ts';
import { capped } from '../reading/read-work.ts';
import { readRoot } from '../targets/by-selector.ts';
import { ElementNames } from '../targets/element-names.ts';
import { giveHandles } from '../targets/read-handles.ts';
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
    const described = found.slice(0, limit).flatMap((link) => describe(link, names));
    const handles = giveHandles(
      request,
      described.map(({ it }) => it),
    );
    return {
      links: described.map(({ it, info }) => ({ ...info, ...handles.of(it) })),
      minted: handles.minted,
      ...capped(found.length, limit),
    };
  });
  await reportFrames(frames, tools);
  return read;
};

/** Nothing for an anchor that the page makes impossible to describe: the others are worth more than an error. */
function describe(
  { element, visible }: ShownAnchor,
  names: ElementNames,
): Array<{ it: KnownElement; info: LinkInfo }> {
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
    return [{ it: known(element), info }];
  } catch {
    return [];
  }
}
