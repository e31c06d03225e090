import type { Editor, Splice } from '../editor.ts';
import type { EditorNames } from '../editor-names.ts';
import { at, call, has, listOf } from '../page-objects.ts';

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
    splice: (parts) => {
      const held = charactersOf(listOf(at(call(instance, 'getContents'), 'ops')));
      call(instance, 'updateContents', { ops: changesOf(parts, held) }, 'user');
    },
  };
}

/** A character of the text, its place among everything that the document holds, and its formats. */
interface Character {
  text: string;
  place: number;
  formats: unknown;
}

function charactersOf(ops: unknown[]): Character[] {
  const characters: Character[] = [];
  let place = 0;
  for (const op of ops) {
    const [inserted, formats] = [at(op, 'insert'), at(op, 'attributes')];
    // A picture has a place, but no text.
    const text = typeof inserted === 'string' ? inserted : '';
    for (let index = 0; index < text.length; index += 1) {
      characters.push({ text: text[index] ?? '', place: place + index, formats });
    }
    place += text.length || 1;
  }
  return characters;
}

function changesOf(parts: Splice[], held: Character[]): object[] {
  const ops: object[] = [];
  let done = 0;
  for (const part of parts) {
    const [start, end] = placesOf(part, held);
    if (start > done) ops.push({ retain: start - done });
    ops.push(...insertions(part, held));
    if (end > start) ops.push({ delete: end - start });
    done = end;
  }
  return ops;
}

function placesOf({ from, to }: Splice, held: Character[]): [start: number, end: number] {
  const [before, first, last] = [held[from - 1], held[from], held[to - 1]];
  if (to > from && first && last) return [first.place, last.place + 1];
  const place = before ? before.place + 1 : 0;
  return [place, place];
}

function insertions({ from, to, text }: Splice, held: Character[]): object[] {
  const before = held[from - 1];
  const isBeside = to === from && before !== undefined && before.text !== '\n';
  const words = formatsOf(isBeside ? before : held[from]);
  // The formats of a block are those of the line end behind it.
  const block = held.slice(to).find((each) => each.text === '\n')?.formats;
  return text
    .split('\n')
    .flatMap((line, index) => [
      ...(index > 0 ? [insertion('\n', block)] : []),
      ...(line ? [insertion(line, words)] : []),
    ]);
}

function formatsOf(beside: Character | undefined): unknown {
  return beside?.text === '\n' ? undefined : beside?.formats;
}

function insertion(insert: string, attributes: unknown): object {
  return attributes ? { insert, attributes } : { insert };
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
