import { isDisabled, nameOf } from '../accessibility/accessible.ts';
import { attributeOf, isMatch, tagOf } from '../dom/element-facts.ts';
import * as own from '../dom/own-properties.ts';
import { renderedParent } from '../dom/rendered-children.ts';
import { renderedElements } from '../dom/rendered-walk.ts';
import { visibleText } from '../reading/visible-text.ts';
import { everyMatch } from '../targets/by-selector.ts';
import { isWithin } from '../visibility/element-at-point.ts';
import { hasArea, isDrawn, rectOf } from '../visibility/shown.ts';
import { normalised, type Offer } from './offers.ts';

const OPTION =
  '[role=option],[role=menuitem],[role=menuitemradio],[role=menuitemcheckbox],[role=treeitem],[role=gridcell]';
/** Some dialogs offer their options as radio buttons. */
const RADIO = '[role=radio]';
const LIST = '[role=listbox],[role=radiogroup],[role=menu],[role=tree],[role=grid],[popover]';
/** The parts of a list without roles. */
const PLAIN_ITEM = 'li,button,a[href],[tabindex]';

export function isList(element: Element): boolean {
  return isMatch(element, LIST) && attributeOf(element, 'popover') === null;
}

/** Every list on the page that offers something now. */
export function openLists(): Set<Element> {
  return listsAround(OPTION);
}

/** The same, plus every group of radio buttons. Of those, only groups that appear after a click are lists. */
export function openListsAndRadios(): Set<Element> {
  return listsAround(`${OPTION},${RADIO}`);
}

function listsAround(options: string): Set<Element> {
  const lists = everyMatch(document, options).filter(isOnOffer).map(listAround);
  const popovers = everyMatch(document, '[popover]').filter((element) =>
    own.matches(element, ':popover-open'),
  );
  return new Set([...lists, ...popovers].filter(isUnfolded));
}

/** The lists that the trigger names as its own, if they offer something now. */
export function namedLists(trigger: Element): Element[] {
  const active = idsIn(trigger, 'aria-activedescendant').map(listAround);
  const named = ['aria-controls', 'aria-owns', 'popovertarget'].flatMap((name) => idsIn(trigger, name));
  const id = own.id(trigger);
  const labelled = id === '' ? [] : everyMatch(document, LIST).filter((list) => isLabelledBy(list, id));
  const lists = [...new Set([...active, ...named, ...labelled])].filter((list) => list !== trigger);
  return lists.filter((list) => isUnfolded(list) && offersIn(list).length > 0);
}

/** Whether the list names another trigger that is not beside this one. */
export function isOfAnother(list: Element, trigger: Element): boolean {
  if (own.id(list) === '') return false;
  const widget = own.parentElement(trigger) ?? trigger;
  const owners = everyMatch(document, '[aria-controls],[aria-owns]').filter(
    (owner) => idsIn(owner, 'aria-controls').includes(list) || idsIn(owner, 'aria-owns').includes(list),
  );
  return owners.length > 0 && owners.every((owner) => !isWithin(owner, widget) && !isWithin(trigger, owner));
}

/** The visible options of the list, including disabled ones. */
export function offersIn(list: Element): Offer[] {
  const inside = [...renderedElements(list)].filter((element) => element !== list);
  const owned = idsIn(list, 'aria-owns').flatMap((element) => [...renderedElements(element)]);
  const options = [...inside, ...owned].filter(
    (element) => isMatch(element, OPTION) || isRadio(element) || isNativeOption(element),
  );
  const items = options.length > 0 ? options : inside.filter((element) => isMatch(element, PLAIN_ITEM));
  return innermost(items.filter(isOnOffer)).map(asOffer);
}

export function isOnOffer(element: Element): boolean {
  return isDrawn(element) && hasArea(rectOf(element));
}

/** Whether its user sees it as chosen. Some pages mark an option like this when the pointer is only over it. */
export function isMarked(option: Element): boolean {
  return ['aria-selected', 'aria-checked'].some((name) => attributeOf(option, name) === 'true');
}

export function isRadio(option: Element): boolean {
  return isMatch(option, RADIO);
}

export function takesSeveral(option: Element): boolean {
  if (attributeOf(option, 'role') === 'menuitemcheckbox') return true;
  return attributeOf(listAround(option), 'aria-multiselectable') === 'true';
}

function asOffer(element: Element): Offer {
  const seen = normalised(withoutBullet(element, visibleText(element)));
  const name = normalised(nameOf(element));
  return { element, texts: [seen || name, name], isDisabled: isDisabled(element) };
}

/** The text of a list item begins with the marker of the list. */
function withoutBullet(element: Element, text: string): string {
  return tagOf(element) === 'li' ? text.replace(/^\s*- /, '') : text;
}

function isNativeOption(element: Element): boolean {
  return element instanceof HTMLOptionElement;
}

/**
 * Branches of a tree, and items that contain buttons, are there to be entered. They are not chosen by their whole
 * content.
 */
function innermost(items: Element[]): Element[] {
  const outer = new Set<Element>();
  for (const item of items) {
    if (isMatch(item, '[role=treeitem]')) continue;
    for (let at = renderedParent(item); at; at = renderedParent(at)) outer.add(at);
  }
  return items.filter((item) => !outer.has(item));
}

function listAround(option: Element): Element {
  let at = renderedParent(option);
  const parent = at ?? option;
  for (; at; at = renderedParent(at)) if (isMatch(at, LIST)) return at;
  return parent;
}

/** Lists that close by folding have options with a size that are invisible. */
function isUnfolded(list: Element): boolean {
  const { width, height } = rectOf(list);
  return (width > 1 && height > 1) || getComputedStyle(list).overflowY === 'visible';
}

function isLabelledBy(list: Element, id: string): boolean {
  return (attributeOf(list, 'aria-labelledby') ?? '').split(/\s+/).includes(id);
}

function idsIn(element: Element, attribute: string): Element[] {
  const ids = (attributeOf(element, attribute) ?? '').split(/\s+/).filter((id) => id !== '');
  const root = own.getRootNode(element);
  return ids.flatMap((id) => {
    const near = root instanceof ShadowRoot ? root.getElementById(id) : null;
    return near ?? own.getElementById(document, id) ?? [];
  });
}
