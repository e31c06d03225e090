import { generatedPage } from '../e2e/harness/generated-page.ts';
import { framePages } from './frames.ts';

export const SIZES = [
  { page: 'small', elements: 100 },
  { page: 'middle', elements: 2_000 },
  { page: 'large', elements: 20_000 },
] as const;

export type PageName = (typeof SIZES)[number]['page'];

export const PAGES: readonly PageName[] = SIZES.map(({ page }) => page);

/** The generated shop, with a counter to click and a field to fill. */
export function benchPages(): Record<string, string> {
  const sizes = SIZES.map(
    ({ page, elements }) => [`/${page}`, withControls(generatedPage(elements))] as const,
  );
  return { ...Object.fromEntries(sizes), ...framePages(generatedPage(SIZES[0].elements)) };
}

function withControls(html: string): string {
  return html.replace('<main>', `<p>${CONTROLS}</p><main>`);
}

/** The page measures its turn after each input: two ticks and a task, for which bproxy waits too. */
const CONTROLS = `<button id="count" onclick="counted.value = Number(counted.value) + 1">Count</button>
  <output id="counted">0</output> <label>Note <input id="note" oninput="takeTurn()"></label>
  <select id="size"><option>Small</option><option>Large</option></select>
  <script>
    async function takeTurn() {
      const started = performance.now();
      for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => setTimeout(resolve));
      document.body.dataset.turn = performance.now() - started;
    }
  </script>`;
