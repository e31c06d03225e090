/** The library asks forms by properties that a field of the form can replace, and then throws. */
export function unlessBroken<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
