/** A text and how often to repeat it, which keeps a case short. */
export interface LongText {
  text: string;
  times: number;
}

export interface HostileNode {
  tag: string;
  attributes: Record<string, LongText>;
  children: Array<HostileNode | LongText>;
  /** This many elements of the same kind around its children. */
  nested: number;
  /** This many copies, side by side. */
  copies: number;
  shadow: Array<HostileNode | LongText> | null;
}

export interface HostileDom {
  /** What is left of the document around the nodes. */
  root: 'body' | 'no-body' | 'frameset' | 'svg' | 'nothing';
  title: LongText;
  nodes: Array<HostileNode | LongText>;
  /** Runs in the page's own world when the document is complete. */
  script: string;
}

/** Makes it the document. It is sent into the page as text, so it uses nothing from outside. */
export function buildHostileDom({ root, title, nodes, script }: HostileDom): void {
  const SVG = 'http://www.w3.org/2000/svg';
  const long = ({ text, times }: LongText) => text.repeat(times);

  const made = (node: HostileNode): Element => {
    const { tag, attributes } = node;
    const element = ['svg', 'use', 'text'].includes(tag)
      ? document.createElementNS(SVG, tag)
      : document.createElement(tag);
    for (const name of Object.keys(attributes)) copy(node, name, element);
    let inner = element;
    for (let level = 0; level < node.nested; level += 1) {
      const next = document.createElement('span');
      copy(node, 'role', next);
      copy(node, 'style', next);
      Node.prototype.appendChild.call(inner, next);
      inner = next;
    }
    fill(inner, node.children);
    if (node.shadow && /^(?:x-.*|div|span|p|section|main|aside|nav|h1)$/.test(tag)) {
      fill(Element.prototype.attachShadow.call(element, { mode: 'open' }), node.shadow);
    }
    return element;
  };

  const copy = ({ attributes }: HostileNode, name: string, element: Element): void => {
    const value = attributes[name];
    if (value) Element.prototype.setAttribute.call(element, name, long(value));
  };

  const fill = (parent: Element | ShadowRoot, children: HostileDom['nodes']): void => {
    for (const child of children) {
      if (!('tag' in child)) {
        Node.prototype.appendChild.call(parent, document.createTextNode(long(child)));
        continue;
      }
      for (let copy = 0; copy < child.copies; copy += 1) Node.prototype.appendChild.call(parent, made(child));
    }
  };

  const page = Document.prototype;
  page.replaceChildren.call(document);
  if (root === 'nothing') return;
  if (root === 'svg') {
    const svg = document.createElementNS(SVG, 'svg');
    page.append.call(document, svg);
    fill(svg, nodes);
    return;
  }
  const top = document.createElement('html');
  page.append.call(document, top);
  const head = document.createElement('head');
  const named = document.createElement('title');
  named.textContent = long(title);
  head.append(named);
  top.append(head);
  const body = root === 'no-body' ? top : top.appendChild(document.createElement(root));
  fill(body, nodes);
  const run = document.createElement('script');
  run.textContent = script;
  Node.prototype.appendChild.call(body, run);
}
