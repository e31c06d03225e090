/** A part that does not start leaves only this line, in the extension's own console: it says which one. */
export function startOrReport(part: string, start: () => void): void {
  try {
    start();
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: there is no connection yet to report it over.
    console.error(`bproxy: the ${part} could not start.`, error);
    throw error;
  }
}
