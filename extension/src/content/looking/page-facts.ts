/** An element that a known provider puts into its pages. */
export interface Mark {
  selector: string;
  shown: boolean;
  /** The part of the window that it takes, 0 to 1. */
  share: number;
  textLength: number;
  controls: number;
}

/** The form around the only password field that a page has. Without a form, all of the page's own part. */
export interface PasswordForm {
  /** Fields beside the password. */
  fields: number;
  buttons: number;
  /** Characters and controls of the page's own part that are outside. */
  textBeside: number;
  controlsBeside: number;
  hasFocus: boolean;
}

/** What a page shows, as far as it tells a page from something that stands in front of one. */
export interface PageFacts {
  marks: Mark[];
  /** Only frames that can be seen: providers keep hidden ones in ordinary pages. */
  frames: Array<{ src: string; share: number }>;
  /** Characters that can be read, up to a cap. */
  textLength: number;
  /** Links, buttons and fields that can be seen. */
  controls: number;
  /** Fields to write in or choose from, without passwords and searches. */
  fields: number;
  /** Password fields in the page's own part, and not in a header or a side column. */
  passwords: number;
  /** Null also if there are several passwords, as where one is changed, or a new one is asked for. */
  passwordForm: PasswordForm | null;
  /** Whether the page can end a session of the user, seen or in a menu: then they are signed in. */
  signsOut: boolean;
}

/**
 * Looks once over the document and its open shadow roots, and leaves nothing there. Chrome sends the text of
 * this function into the page, so it uses nothing from outside; the default is for Chrome's types.
 */
export function gatherFacts(selectors: string[] = []): PageFacts {
  const MOST_TEXT = 4_000;
  const MOST_NODES = 20_000;
  const CONTROLS = 'a[href], button, input, select, textarea, [role=button], [role=link], [role=option]';
  const FIELDS =
    'textarea, select, [contenteditable=true], input:not([type]), input:is([type=text], [type=email], [type=tel], [type=number], [type=url], [type=date])';
  const PASSWORDS = 'input[type=password]';
  const NEW_PASSWORD = '[autocomplete~="new-password"]';
  const BUTTONS = 'button, input:is([type=submit], [type=button], [type=image]), [role=button]';
  const LEADING = 'a[href], form[action], button[formaction]';
  const SIGN_OUT = /(?:log|sign)[-_]?(?:out|off)\b/i;
  const BESIDE =
    'header, nav, footer, aside, [role=banner], [role=navigation], [role=contentinfo], [role=complementary]';

  // By the prototypes: a form answers for its own properties with its fields of those names, a document with its forms.
  const { createTreeWalker, querySelectorAll } = Document.prototype;
  const { checkVisibility, closest, getAttribute, getBoundingClientRect, matches } = Element.prototype;
  const { contains } = Node.prototype;
  const shadowOf = (element: Element): ShadowRoot | null =>
    Reflect.get(Element.prototype, 'shadowRoot', element);
  const matchesIn = (root: Document | ShadowRoot, selector: string) =>
    root instanceof Document ? querySelectorAll.call(root, selector) : root.querySelectorAll(selector);

  const isShown = (element: Element) => {
    const { width, height } = getBoundingClientRect.call(element);
    if (width < 2 || height < 2) return false;
    return checkVisibility.call(element, { checkOpacity: true, checkVisibilityCSS: true });
  };
  const shareOf = (element: Element) => {
    const { left, right, top, bottom } = getBoundingClientRect.call(element);
    const width = Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0));
    const height = Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
    return (width * height) / (innerWidth * innerHeight || 1);
  };

  const roots: Array<Document | ShadowRoot> = [document];
  for (const root of roots) {
    if (roots.length > 500) break;
    for (const element of matchesIn(root, '*')) {
      const shadow = shadowOf(element);
      if (shadow) roots.push(shadow);
    }
  }
  const all = (selector: string) => roots.flatMap((root) => [...matchesIn(root, selector)]);

  const lengthOf = (text: Node, counts: (parent: Element) => boolean) => {
    const words = text instanceof Text ? text.data.trim() : '';
    const parent = words && text instanceof Text ? text.parentElement : null;
    if (!parent || !counts(parent)) return 0;
    return checkVisibility.call(parent, { checkVisibilityCSS: true }) ? words.length : 0;
  };
  const textIn = (tops: Node[], counts: (parent: Element) => boolean = () => true) => {
    let [length, nodes] = [0, 0];
    for (const top of tops) {
      const walker = createTreeWalker.call(document, top, NodeFilter.SHOW_TEXT);
      while (length < MOST_TEXT && nodes < MOST_NODES && walker.nextNode()) {
        nodes += 1;
        length += lengthOf(walker.currentNode, counts);
      }
    }
    return Math.min(length, MOST_TEXT);
  };
  const within = (element: Element) => [element, shadowOf(element)].filter((top) => top !== null);
  const controls = all(CONTROLS).slice(0, 500).filter(isShown);
  const fields = all(FIELDS).slice(0, 100).filter(isShown);

  const isOwn = (element: Element) => !closest.call(element, BESIDE);
  const passwords = all(PASSWORDS).filter((field) => isShown(field) && isOwn(field));
  const known = passwords.filter((field) => !matches.call(field, NEW_PASSWORD));
  const formAround = (field: Element | undefined): PasswordForm | null => {
    if (!(field instanceof HTMLInputElement) || passwords.length !== 1) return null;
    const { form } = field;
    const isIn = (element: Element) => (form ? contains.call(form, element) : isOwn(element));
    const isBeside = (element: Element) => isOwn(element) && !(form && contains.call(form, element));
    const focused: unknown = Reflect.get(Document.prototype, 'activeElement', document);
    return {
      fields: fields.filter(isIn).length,
      buttons: all(BUTTONS).slice(0, 500).filter(isShown).filter(isIn).length,
      textBeside: textIn(roots, isBeside),
      controlsBeside: controls.filter((control) => control !== field && isBeside(control)).length,
      hasFocus: form !== null && focused instanceof Element && contains.call(form, focused),
    };
  };
  const leadsOut = (element: Element) =>
    ['href', 'action', 'formaction'].some((name) =>
      SIGN_OUT.test(getAttribute.call(element, name)?.split(/[?#]/)[0] ?? ''),
    );

  return {
    marks: selectors.flatMap((selector) =>
      all(selector)
        .slice(0, 3)
        .map((element) => ({
          selector,
          shown: isShown(element),
          share: shareOf(element),
          textLength: textIn(within(element)),
          controls: controls.filter((control) => within(element).some((top) => contains.call(top, control)))
            .length,
        })),
    ),
    frames: all('iframe')
      .slice(0, 50)
      .filter(isShown)
      .map((frame) => ({
        src: frame instanceof HTMLIFrameElement ? frame.src : '',
        share: shareOf(frame),
      })),
    textLength: textIn(roots),
    controls: controls.length,
    fields: fields.length,
    passwords: known.length,
    passwordForm: formAround(known[0]),
    signsOut: all(LEADING).some(leadsOut),
  };
}

/** Whether a script's result is there at all; the world it ran in is our own, so the rest is as it was made. */
export function isPageFacts(value: unknown): value is PageFacts {
  return typeof value === 'object' && value !== null && 'marks' in value && Array.isArray(value.marks);
}
