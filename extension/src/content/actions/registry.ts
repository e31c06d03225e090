import { dom } from './dom.ts';
import { elements } from './elements.ts';
import type { ContentHandlers } from './handler.ts';
import { images } from './images.ts';
import { inspect } from './inspect.ts';
import { links } from './links.ts';
import { outline } from './outline.ts';
import { snapshot } from './snapshot.ts';
import { text } from './text.ts';

export const CONTENT_ACTIONS: ContentHandlers = {
  dom,
  elements,
  images,
  inspect,
  links,
  outline,
  snapshot,
  text,
};
