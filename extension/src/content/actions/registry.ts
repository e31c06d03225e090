import { click } from './click.ts';
import { dom } from './dom.ts';
import { elements } from './elements.ts';
import { fill } from './fill.ts';
import { fillForm } from './fill-form.ts';
import type { ContentHandlers } from './handler.ts';
import { hover } from './hover.ts';
import { images } from './images.ts';
import { inspect } from './inspect.ts';
import { links } from './links.ts';
import { outline } from './outline.ts';
import { scroll } from './scroll.ts';
import { select } from './select.ts';
import { snapshot } from './snapshot.ts';
import { text } from './text.ts';

export const CONTENT_ACTIONS: ContentHandlers = {
  click,
  dom,
  elements,
  fill,
  'fill-form': fillForm,
  hover,
  images,
  inspect,
  links,
  outline,
  scroll,
  select,
  snapshot,
  text,
};
