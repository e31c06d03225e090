/** Jittered, so that a page sees no cadence. */
const LOOK_MS = { min: 60, max: 110 };
const LONGEST_MS = 1_200;

/**
 * Watches whether the page comes to rest after an action. A page that does not change is believed after two
 * equal looks, some 150 ms; one that keeps changing is reported as unstable after 1.2 s.
 */
export async function settle(): Promise<{ stable: boolean; elapsed: number }> {
  const started = performance.now();
  let before = signature();
  let equal = 0;
  while (performance.now() - started < LONGEST_MS) {
    await new Promise((resolve) =>
      setTimeout(resolve, LOOK_MS.min + Math.random() * (LOOK_MS.max - LOOK_MS.min)),
    );
    const now = signature();
    equal = now === before ? equal + 1 : 0;
    if (equal >= 2) return { stable: true, elapsed: Math.round(performance.now() - started) };
    before = now;
  }
  return { stable: false, elapsed: Math.round(performance.now() - started) };
}

/** Cheap on large pages: how much there is, not what. */
function signature(): string {
  const { body } = document;
  return [
    location.href,
    document.getElementsByTagName('*').length,
    body?.textContent?.length ?? 0,
    body?.scrollHeight ?? 0,
  ].join();
}
