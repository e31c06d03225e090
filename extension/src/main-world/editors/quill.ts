import type { Editor } from '../editor.ts';
import type { EditorNames } from '../editor-names.ts';
import { at, call, has } from '../page-objects.ts';

export function findQuill(host: Element, names: EditorNames['delta']): Editor | undefined {
  if (!host.matches(names.box)) return;
  const instance = pinned(host, names) ?? askedFor(host);
  if (!instance) return;
  return {
    instance,
    host,
    canWrite: () => call(instance, 'isEnabled') === true,
    write: ({ value }) => call(instance, 'setText', value, 'user'),
    read: () => String(call(instance, 'getText')).replace(/\n$/, ''),
  };
}

function isQuill(thing: unknown): boolean {
  return has(thing, 'setText', 'getText', 'isEnabled');
}

function pinned(host: Element, names: EditorNames['delta']): unknown {
  const library = at(window, names.global);
  return [at(host, names.property), has(library, 'find') && call(library, 'find', host)].find(isQuill);
}

/** The instance is in a WeakMap of a closed module. Quill reads it from there on every change of selection. */
function askedFor(host: Element): unknown {
  const { get } = WeakMap.prototype;
  let seen: unknown;
  try {
    WeakMap.prototype.get = function (key) {
      const got: unknown = Reflect.apply(get, this, [key]);
      if (key === host && isQuill(got)) seen = got;
      return got;
    };
    document.dispatchEvent(new Event('selectionchange'));
  } finally {
    WeakMap.prototype.get = get;
  }
  return seen;
}
