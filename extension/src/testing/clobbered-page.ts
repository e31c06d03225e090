/** Every name that DOM code may read from a form or a document: all names on their prototypes and related ones. */
export const DOM_NAMES: string[] = [
  ...new Set(
    [
      Object,
      EventTarget,
      Node,
      Element,
      HTMLElement,
      HTMLFormElement,
      Document,
      HTMLDocument,
      DocumentFragment,
      ShadowRoot,
      CharacterData,
      SVGElement,
      SVGSVGElement,
      HTMLInputElement,
      HTMLTextAreaElement,
      HTMLSelectElement,
      HTMLOptionElement,
      HTMLButtonElement,
      HTMLAnchorElement,
      HTMLImageElement,
      HTMLIFrameElement,
      HTMLLabelElement,
      HTMLDetailsElement,
      HTMLDialogElement,
      HTMLSlotElement,
      HTMLTableElement,
      HTMLTemplateElement,
      HTMLMediaElement,
      Window,
      Array,
      Promise,
    ].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)),
  ),
].sort();

/** The invisible fields of each form. They replace the form's properties of the same names. */
export function fieldsNamed(names: string[]): string {
  return names.map((name) => `<input type="hidden" name="${name}">`).join('');
}

/** Forms and images that replace the document's properties of the same names. */
export function documentNamed(names: string[]): string {
  const each = names.map((name) => `<form name="${name}"></form><img name="${name}" alt="">`);
  return `<div hidden>${each.join('')}</div>`;
}

/** Forms in every place where a read or an action may meet one, each with the given fields. */
export function pageOfForms(fields: string): string {
  return `<main>
  <h1>Order</h1>
  <p id="hint">Two words</p>
  <form id="pay" aria-labelledby="hint" aria-describedby="hint">${fields}
    <header>Head</header>
    <fieldset disabled><legend>Old</legend><input aria-label="Closed"></fieldset>
    <label>Name <input id="name" value="Ada"></label>
    <input id="by-reference" aria-labelledby="hint">
    <textarea id="note" aria-label="Note">Some text</textarea>
    <select id="size" aria-label="Size"><option>Small</option><option>Large</option></select>
    <input type="checkbox" id="agree" aria-label="Agree">
    <button type="button" id="go" aria-describedby="hint">Go on</button>
    <a href="#there" id="there">There <b role="none">now</b></a>
    <img alt="Cup" width="9" height="9" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">
    <table><caption>Prices</caption><tr><th>Tea</th><td>2</td></tr><tr><td>Cake</td><td>3</td></tr></table>
    <footer>Foot</footer>
  </form>
  <div role="button" tabindex="0" aria-labelledby="words" id="named-by-form">x</div>
  <form id="words">${fields}Words of a form</form>
  <a href="#card" id="card">Card <form>${fields}with a form</form></a>
  <h2 aria-owns="owned">Head <form style="display: contents">${fields}<i>of a form</i></form></h2>
  <form id="owned" role="none" tabindex="0">${fields}owned</form>
  <form id="press" role="button" tabindex="0" title="Press me" style="height: 20px">${fields}</form>
  <form id="menu" role="listbox" aria-label="Menu">${fields}<div role="option" aria-selected="true">Soup</div></form>
  <form id="hidden" aria-hidden="true">${fields}<button type="button">Unnamed</button></form>
  <form id="scroller" style="height: 60px; overflow: auto">${fields}<div style="height: 900px">Long</div></form>
  <form id="editable" contenteditable="true" aria-label="Letter">${fields}Dear</form>
  <form id="list" role="combobox" aria-expanded="false" aria-controls="offers" tabindex="0">${fields}<span id="picked">Pick</span></form>
  <form id="offers" role="listbox" hidden>${fields}<div role="option">Red</div><div role="option">Blue</div></form>
  <div id="host"><template shadowrootmode="open">
    <form>${fields}<slot></slot><button type="button" id="inner">Inside</button></form>
  </template><form id="slotted">${fields}<button type="button">Slotted</button></form></div>
  <iframe title="Frame" srcdoc="framed" width="50" height="20"></iframe>
  <div style="height: 3000px">Low</div>
</main>`;
}
