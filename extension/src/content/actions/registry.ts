import type { ContentAction } from '../../content-messages.ts';
import { click } from './click.ts';
import { clickAt } from './click-at.ts';
import { dom } from './dom.ts';
import { drag } from './drag.ts';
import { edit } from './edit.ts';
import { elements } from './elements.ts';
import { fill } from './fill.ts';
import { fillForm } from './fill-form.ts';
import { focus } from './focus.ts';
import type { ContentHandlers, Preparation } from './handler.ts';
import { hover } from './hover.ts';
import { images } from './images.ts';
import { inspect } from './inspect.ts';
import { links } from './links.ts';
import { outline } from './outline.ts';
import { press } from './press.ts';
import { scroll } from './scroll.ts';
import { select } from './select.ts';
import { selectText } from './select-text.ts';
import { snapshot } from './snapshot.ts';
import { text } from './text.ts';
import { type } from './type.ts';
import { fetchForUpload, upload } from './upload.ts';

export const CONTENT_ACTIONS: ContentHandlers = {
  click,
  'click-at': clickAt,
  dom,
  drag,
  edit,
  elements,
  fill,
  'fill-form': fillForm,
  focus,
  hover,
  images,
  inspect,
  links,
  outline,
  press,
  scroll,
  select,
  'select-text': selectText,
  snapshot,
  text,
  type,
  upload,
};

/** What an act needs before it begins. */
export const PREPARATIONS: { [A in ContentAction]?: Preparation<A> } = { upload: fetchForUpload };
