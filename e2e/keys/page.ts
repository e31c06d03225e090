import { html } from '../harness/pages.ts';

/**
 * A page that shows one case at a time and reports what became of it: what a user sees of each control, and what the
 * page heard.
 */
export const KEY_PAGE = html(
  'Keys',
  `<button id="start">Start</button><div id="stage"></div><button id="end">End</button><script>
  const HEARD = ['keydown', 'keypress', 'beforeinput', 'input', 'change', 'click', 'submit', 'reset', 'keyup'];
  let heard = [];
  for (const type of HEARD) {
    addEventListener(type, (event) => {
      if (type === 'submit') event.preventDefault();
      const at = event.composedPath()[0];
      heard.push([type, event.key ?? event.inputType ?? '', at.id || at.localName].join(' ').trim());
    }, true);
  }
  const nameOf = (node) => node?.id || node?.localName || String(node);

  function mount(markup) {
    history.replaceState(null, '', location.pathname);
    stage.setHTMLUnsafe(markup);
    for (const script of stage.querySelectorAll('script')) new Function(script.textContent)();
    const here = stage.querySelector('[data-here]') ?? document.getElementById('here');
    document.activeElement?.blur();
    scrollTo(0, 0);
    here.focus({ preventScroll: true });
    if (here.isContentEditable) placeInRegion(here);
    else placeInField(here);
    heard = [];
  }

  function placeInField(field) {
    const [before, inside, after] = (field.value ?? '').split('|');
    if (inside === undefined) return;
    field.value = before + inside + (after ?? '');
    const end = after === undefined ? before.length : before.length + inside.length;
    field.setSelectionRange(before.length, end);
  }

  function placeInRegion(region) {
    const texts = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const at = text.data.indexOf('|');
      if (at < 0) continue;
      text.data = text.data.replace('|', '');
      getSelection().collapse(text, at);
    }
  }

  function deepest() {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at;
  }

  /** The caret as the number of characters before it. */
  function caretIn(region) {
    const selection = getSelection();
    if (selection.rangeCount === 0 || !region.contains(selection.anchorNode)) return null;
    const before = (node, offset) => {
      const range = document.createRange();
      range.setStart(region, 0);
      range.setEnd(node, offset);
      return range.toString().length;
    };
    return [before(selection.anchorNode, selection.anchorOffset), before(selection.focusNode, selection.focusOffset)];
  }

  function stateOf(element) {
    if (element.isContentEditable) return [element.innerHTML, caretIn(element)];
    if (element.localName === 'select') return [...element.selectedOptions].map(({ text }) => text);
    if (/^(dialog|details)$/.test(element.localName)) return element.open;
    if (element.popover) return element.matches(':popover-open');
    const { value, checked, selectionStart, selectionEnd } = element;
    return [value, checked, selectionStart, selectionEnd];
  }

  function state() {
    const all = [...stage.querySelectorAll('input, textarea, select, dialog, details, [popover], [contenteditable]')];
    return {
      focus: nameOf(deepest()),
      hash: location.hash,
      controls: all.map((each) => [nameOf(each), stateOf(each)]),
      scrolled: [scrollX, scrollY, ...[...document.querySelectorAll('#stage *')].flatMap((each) => [each.scrollLeft, each.scrollTop])]
        .filter((each) => each !== 0)
        .map(Math.round),
      heard,
    };
  }
  </script>`,
);
