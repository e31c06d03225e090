import { CommandFailure } from '../output/failure.ts';

/** What stands before the first equals sign that is not inside of brackets or quotes of a selector. */
const TARGET = /^((?:\[(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|[^\]"'])*\]|\\[\s\S]|[^=[\\])+)=/;

/** Splits `el3=Ann` and `#city=Cork`. The message does not repeat the text: it may be private. */
export function splitField(text: string): { target: string; value: string } {
  const [head, target] = TARGET.exec(text) ?? [];
  if (head === undefined || target === undefined) {
    throw new CommandFailure("--set must be a field and its text, such as el3=Ann or '#city=Cork'.");
  }
  return { target, value: text.slice(head.length) };
}
