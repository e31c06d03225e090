export function part<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The popup has no ${id}.`);
  return found;
}

/** Writes only changes: a live region repeats everything that is set, even to the same text. */
export function write(id: string, text: string | undefined): void {
  const element = part(id, HTMLElement);
  if (element.textContent !== (text ?? '')) element.textContent = text ?? '';
}

export function show(id: string, isShown: boolean): void {
  part(id, HTMLElement).hidden = !isShown;
}
