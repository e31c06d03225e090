import type { PlacedTarget } from '../content-messages.ts';
import type { EditorAnswer, Refusal } from './editor-answer.ts';
import type { EditorNames } from './editor-names.ts';

/**
 * Replaces the text of the editor at the target through the editor's own API, and reads it back. Chrome sends
 * the text of this function into the page's world: it uses nothing from outside, leaves nothing behind, and
 * has no word in it that tells who runs it. So it cannot be in several files. Page objects are looked at only
 * through `at`, `has` and `call`.
 */
export async function fillEditor(
  // Chrome's types know no arguments, so there may be none.
  ...given:
    | []
    | [target: PlacedTarget, value: string, names: EditorNames, mayBeHidden?: boolean, deadline?: number]
): Promise<EditorAnswer> {
  if (given.length === 0) return { ok: false, reason: 'failed' };
  const [target, value, names, mayBeHidden = false, deadline = Number.POSITIVE_INFINITY] = given;
  interface Editor {
    instance: unknown;
    host: Element;
    /** Whether a text field inside belongs to the editor itself. */
    ownsFields?: true;
    canWrite(): boolean;
    write(): void;
    read(): string;
  }
  let acted = false;

  const isObject = (thing: unknown): thing is object =>
    (typeof thing === 'object' && thing !== null) || typeof thing === 'function';
  const at = (holder: unknown, ...path: string[]): unknown => {
    let found = holder;
    for (const key of path) found = isObject(found) ? Reflect.get(found, key) : undefined;
    return found;
  };
  const has = (holder: unknown, ...methods: string[]) =>
    methods.every((method) => typeof at(holder, method) === 'function');
  const call = (holder: unknown, method: string, ...given: unknown[]): unknown => {
    const found = at(holder, method);
    if (typeof found !== 'function') throw new TypeError(method);
    return Reflect.apply(found, holder, given);
  };
  const listOf = (thing: unknown): unknown[] => (Array.isArray(thing) ? thing : []);
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const plain = (text: string) => text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const lines = value.replace(/\r\n?/g, '\n').split('\n');

  const refuse = (reason: Refusal, more: { selector?: string; count?: number } = {}): EditorAnswer => ({
    ok: false,
    reason,
    ...more,
  });

  const one = (root: Document | ShadowRoot, selector: string, index?: number): Element | EditorAnswer => {
    let found: Element[];
    try {
      found = [...root.querySelectorAll(selector)];
    } catch {
      return refuse('not-a-selector', { selector });
    }
    const element = found[index ?? 0];
    if (!element) return refuse('not-found', { selector });
    if (index === undefined && found.length > 1)
      return refuse('ambiguous', { selector, count: found.length });
    return element;
  };
  const resolve = (): Element | EditorAnswer => {
    if (target.route === undefined) return one(document, target.selector);
    let root: Document | ShadowRoot = document;
    for (const { selector, index } of target.route.hosts) {
      const host = one(root, selector, index);
      if (!(host instanceof Element)) return host;
      if (!host.shadowRoot) return refuse('closed-shadow', { selector });
      root = host.shadowRoot;
    }
    return one(root, target.route.target);
  };
  /** What can be told from here; a name that comes from elsewhere than these attributes is not compared. */
  const isExpected = (element: Element) => {
    const LONGEST_NAME = 200;
    const { expect } = target;
    if (!expect) return true;
    const roles = element.getAttribute('role')?.trim().split(/\s+/);
    const label = element.hasAttribute('aria-labelledby') ? null : element.getAttribute('aria-label')?.trim();
    return (
      expect.tag === element.localName &&
      (!roles || roles.some((role) => !role || role === expect.role)) &&
      (!label || label.replace(/\s+/g, ' ').slice(0, LONGEST_NAME) === expect.name)
    );
  };

  const delta = (host: Element): Editor | undefined => {
    const isDelta = (thing: unknown) => has(thing, 'setText', 'getText', 'isEnabled');
    if (!host.matches(names.delta.box)) return;
    const find = () => {
      const known = [
        at(host, names.delta.property),
        has(at(window, names.delta.global), 'find') && call(at(window, names.delta.global), 'find', host),
      ].find(isDelta);
      if (known) return known;
      // The instance is in a WeakMap of a closed module, which asks for it on every change of selection.
      const { get } = WeakMap.prototype;
      let seen: unknown;
      try {
        WeakMap.prototype.get = function (key) {
          const got: unknown = Reflect.apply(get, this, [key]);
          if (key === host && isDelta(got)) seen = got;
          return got;
        };
        document.dispatchEvent(new Event('selectionchange'));
      } finally {
        WeakMap.prototype.get = get;
      }
      return seen;
    };
    const instance = find();
    if (!instance) return;
    return {
      instance,
      host,
      canWrite: () => call(instance, 'isEnabled') === true,
      write: () => call(instance, 'setText', value, 'user'),
      read: () => String(call(instance, 'getText')).replace(/\n$/, ''),
    };
  };
  const state = (host: Element): Editor | undefined => {
    const instance = at(host, names.state.property);
    if (!has(instance, 'setEditorState', 'parseEditorState', 'getEditorState')) return;
    const block = (type: string, children: unknown[]) => ({
      ...{ type, children, direction: null, format: '', indent: 0, version: 1 },
    });
    const runs = (text: string) =>
      text ? [{ type: 'text', text, detail: 0, format: 0, mode: 'normal', style: '', version: 1 }] : [];
    const takesParagraphs = () => {
      const commands = at(instance, '_commands');
      if (!(commands instanceof Map)) return true;
      return [...commands.keys()].some((command) => at(command, 'type') === names.state.paragraphs);
    };
    const textOf = (node: unknown): string => {
      if (at(node, 'type') === 'linebreak') return '\n';
      const text = at(node, 'text');
      return typeof text === 'string' ? text : listOf(at(node, 'children')).map(textOf).join('');
    };
    return {
      instance,
      host,
      canWrite: () => !has(instance, 'isEditable') || call(instance, 'isEditable') === true,
      write: () => {
        const inOne = lines.flatMap((line, index) => [
          ...(index > 0 ? [{ type: 'linebreak', version: 1 }] : []),
          ...runs(line),
        ]);
        const children = takesParagraphs()
          ? lines.map((line) => block('paragraph', runs(line)))
          : [block('paragraph', inOne)];
        const parsed = call(instance, 'parseEditorState', JSON.stringify({ root: block('root', children) }));
        call(instance, 'setEditorState', parsed);
      },
      read: () => {
        const { root } = { root: at(call(call(instance, 'getEditorState'), 'toJSON'), 'root') };
        return listOf(at(root, 'children')).map(textOf).join('\n');
      },
    };
  };

  /** The view is nowhere on the page's objects, but is handed to them when something in the text changes. */
  const viewOf = async (host: Element, top: object): Promise<unknown> => {
    const block = [...host.children].find((child) => at(child, names.tree.property));
    const attribute = ['lang', 'title', 'accesskey'].find((name) => block && !block.hasAttribute(name));
    if (!block || attribute === undefined) return;
    const hooks = ['update', 'updateChildren', 'setSelection'].filter((hook) => has(top, hook));
    let seen: unknown;
    try {
      for (const hook of hooks) {
        const inherited = at(top, hook);
        Reflect.set(top, hook, (...given: unknown[]) => {
          seen ??= given.find((thing) => has(thing, 'dispatch') && at(thing, 'dom') === host);
          return typeof inherited === 'function' ? Reflect.apply(inherited, top, given) : undefined;
        });
      }
      block.setAttribute(attribute, '');
      block.removeAttribute(attribute);
      for (let look = 0; look < 20 && !seen; look += 1) await pause(10);
    } finally {
      for (const hook of hooks) Reflect.deleteProperty(top, hook);
    }
    return seen;
  };
  const tree = async (host: Element): Promise<Editor | undefined> => {
    const top = at(host, names.tree.property);
    if (!isObject(top) || at(top, 'parent')) return;
    const owned = at(host, names.tree.owner, 'view');
    const view = at(owned, 'dom') === host ? owned : await viewOf(host, top);
    // One that is read-only hands its view to nobody; it is refused for that, and not as unknown.
    if (!view && host.getAttribute('contenteditable') !== 'false') return;
    const linesOf = (node: unknown): string[] => {
      if (at(node, 'isTextblock') === true)
        return [String(call(node, 'textBetween', 0, at(node, 'content', 'size'), '', '\n'))];
      return Array.from({ length: Number(at(node, 'childCount')) }, (_, index) =>
        linesOf(call(node, 'child', index)),
      ).flat();
    };
    return {
      instance: view,
      host,
      canWrite: () => at(view, 'editable') !== false,
      write: () => {
        const schema = at(view, 'state', 'schema');
        const type = at(schema, 'topNodeType', 'contentMatch', 'defaultType');
        const nodes = lines.map((line) =>
          call(type, 'createAndFill', null, line ? call(schema, 'text', line) : null),
        );
        const size = at(view, 'state', 'doc', 'content', 'size');
        call(view, 'dispatch', call(at(view, 'state', 'tr'), 'replaceWith', 0, size, nodes));
      },
      read: () => linesOf(at(view, 'state', 'doc')).join('\n'),
    };
  };

  const plainLines = (host: Element): Editor | undefined => {
    const instance = at(host, names.lines.property);
    if (!has(instance, 'setValue', 'getValue', 'getOption')) return;
    return {
      instance,
      host,
      ownsFields: true,
      canWrite: () => !call(instance, 'getOption', 'readOnly'),
      write: () => call(instance, 'setValue', value),
      read: () => String(call(instance, 'getValue')),
    };
  };

  const session = (host: Element): Editor | undefined => {
    const instance = at(host, names.session.property, 'editor');
    if (!has(instance, 'setValue', 'getValue', 'getReadOnly') || at(instance, 'container') !== host) return;
    const CURSOR_AT_END = 1;
    return {
      instance,
      host,
      ownsFields: true,
      canWrite: () => call(instance, 'getReadOnly') !== true,
      write: () => call(instance, 'setValue', lines.join('\n'), CURSOR_AT_END),
      read: () => String(call(instance, 'getValue')).replace(/\r\n/g, '\n'),
    };
  };

  const text = (host: Element): Editor | undefined => {
    const instance = names.text.properties
      .flatMap((name) => [at(host, name, 'view'), at(host, name, 'root', 'view')])
      .find((view) => has(view, 'dispatch') && at(view, 'contentDOM') === host);
    if (!instance) return;
    return {
      instance,
      host,
      canWrite: () => at(instance, 'state', 'readOnly') !== true,
      write: () => {
        const to = at(instance, 'state', 'doc', 'length');
        call(instance, 'dispatch', { changes: { from: 0, to, insert: lines.join('\n') } });
      },
      read: () => String(at(instance, 'state', 'doc')),
    };
  };

  const model = (host: Element): Editor | undefined => {
    const instance = listOf(call(at(window, names.model.global, 'editor'), 'getEditors')).find(
      (editor) => call(editor, 'getContainerDomNode') === host,
    );
    if (!has(instance, 'executeEdits', 'getModel', 'getRawOptions')) return;
    const LF = 1;
    return {
      instance,
      host,
      ownsFields: true,
      canWrite: () => at(call(instance, 'getRawOptions'), 'readOnly') !== true,
      write: () => {
        const range = call(call(instance, 'getModel'), 'getFullModelRange');
        call(instance, 'pushUndoStop');
        call(instance, 'executeEdits', '', [{ range, text: value, forceMoveMarkers: true }]);
        call(instance, 'pushUndoStop');
      },
      read: () => String(call(call(instance, 'getModel'), 'getValue', LF)),
    };
  };

  const blocks = (host: Element): Editor | undefined => {
    if (!host.matches(names.blocks.box)) return;
    const key = Object.keys(host).find((name) => name.startsWith(names.blocks.property));
    let fiber = key === undefined ? undefined : at(host, key);
    let instance: unknown;
    for (let depth = 0; depth < 200 && fiber && !instance; depth += 1) {
      const given = at(fiber, 'memoizedProps', 'editor');
      if (has(given, 'apply', 'insertText', 'insertBreak', 'deleteFragment')) instance = given;
      fiber = at(fiber, 'return');
    }
    if (!instance) return;
    const end = (last: boolean) => {
      const path: number[] = [];
      let node: unknown = instance;
      while (listOf(at(node, 'children')).length > 0) {
        const children = listOf(at(node, 'children'));
        path.push(last ? children.length - 1 : 0);
        node = children[last ? children.length - 1 : 0];
      }
      return { path, offset: last ? String(at(node, 'text') ?? '').length : 0 };
    };
    const textOf = (node: unknown): string => {
      const own = at(node, 'text');
      if (typeof own === 'string') return own;
      const children = listOf(at(node, 'children'));
      const inline = children.some((child) => !at(child, 'children') || call(instance, 'isInline', child));
      return children.map(textOf).join(inline ? '' : '\n');
    };
    return {
      instance,
      host,
      canWrite: () => true,
      write: () => {
        const properties = at(instance, 'selection') ?? null;
        const newProperties = { anchor: end(false), focus: end(true) };
        call(instance, 'apply', { type: 'set_selection', properties, newProperties });
        call(instance, 'deleteFragment');
        for (const [index, line] of lines.entries()) {
          if (index > 0) call(instance, 'insertBreak');
          if (line) call(instance, 'insertText', line);
        }
      },
      read: () => textOf(instance),
    };
  };

  const editorAt = async (host: Element): Promise<Editor | undefined> => {
    for (const find of [delta, state, tree, plainLines, session, text, model, blocks]) {
      try {
        const editor = await find(host);
        if (editor) return editor;
      } catch {
        // What looked like an editor is none, or one of a version that works in another way.
      }
    }
    return undefined;
  };
  /** From the prototype: a form with a field of that name would lead back into itself. */
  const parentOf = (element: Element): Element | null =>
    Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement')?.get?.call(element) ?? null;
  /** The editor that the element is in, else those that are in the element. */
  const editorsOf = async (element: Element): Promise<Editor[]> => {
    const isField = element.matches('input, textarea, select, button');
    for (let host: Element | null = element; host; ) {
      const editor = await editorAt(host);
      if (editor && (!isField || editor.ownsFields)) return [editor];
      const root: Node = Node.prototype.getRootNode.call(host);
      host = parentOf(host) ?? (root instanceof ShadowRoot ? root.host : null);
    }
    const inside = new Map<unknown, Editor>();
    for (const host of element.querySelectorAll('*')) {
      const editor = await editorAt(host);
      if (editor) inside.set(editor.instance, editor);
    }
    return [...inside.values()];
  };

  const isShown = (host: Element) => {
    const { width, height } = host.getBoundingClientRect();
    return width > 0 && height > 0 && host.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  };
  const obstacle = ({ host, canWrite }: Editor, element: Element): Refusal | undefined => {
    if (!isShown(host)) return 'invisible';
    const closest = (selector: string) => host.closest(selector) ?? element.closest(selector);
    if (closest('[inert], [aria-disabled=true], fieldset:disabled')) return 'disabled';
    const isClosed = host.getAttribute('contenteditable') === 'false' || closest('[aria-readonly=true]');
    return isClosed || !canWrite() ? 'read-only' : undefined;
  };

  try {
    if (!mayBeHidden && document.visibilityState !== 'visible') return refuse('hidden-tab');
    const element = resolve();
    if (!(element instanceof Element)) return element;
    if (!isExpected(element)) return refuse('changed');
    const [editor, another] = await editorsOf(element);
    if (!editor) return refuse('no-editor');
    if (another) return refuse('several-editors');
    const reason = obstacle(editor, element);
    if (reason) return refuse(reason);
    // Whoever asked has been told that nothing came of it.
    if (Date.now() >= deadline) return refuse('late');
    acted = true;
    editor.write();
    await pause(50);
    const verifiedValue = editor.read();
    return { ok: true, filled: plain(verifiedValue) === plain(value), verifiedValue };
  } catch {
    return { ok: false, reason: 'failed', acted };
  }
}
