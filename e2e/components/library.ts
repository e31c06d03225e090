import { bundledPage } from '../harness/bundled-page.ts';

/** A component library: a page with its common controls, and one row for each action on them. */
export interface Library {
  name: string;
  /** What the page runs: imports of the package, and what it adds to `held`. */
  script: string;
  styles?: readonly string[];
  body: string;
  controls: readonly Control[];
}

export interface Control {
  /** Role and name, as `snapshot` writes them. */
  seen: string;
  /** The command and its flags, without the handle. */
  act: readonly string[];
  /** What the page's components hold afterwards, and not before. */
  held: Record<string, unknown>;
}

const FILL = ['--method', 'paste', '--world', 'isolated'];

export function clicked(seen: string, held: Record<string, unknown>): Control {
  return { seen, act: ['click'], held };
}

export function filled(seen: string, value: string, held: Record<string, unknown>): Control {
  return { seen, act: ['fill', '--value', value, ...FILL], held };
}

export function chosen(seen: string, option: string, held: Record<string, unknown>): Control {
  return { seen, act: ['select', '--option-text', option], held };
}

/**
 * The page sends what its components hold to /held whenever that changes: the properties that `data-held` names,
 * how often what has `data-counts` was clicked, and what the script of the library adds.
 */
const REPORT = `
const held = { page: location.pathname };
const part = (id) => document.getElementById(id);
for (const button of document.querySelectorAll('[data-counts]')) {
  held[button.id] = 0;
  button.addEventListener('click', () => { held[button.id] += 1; });
}
let sent = '';
setInterval(() => {
  for (const element of document.querySelectorAll('[data-held]')) held[element.id] = element[element.dataset.held];
  held.hash = location.hash;
  const now = JSON.stringify(held);
  if (now !== sent) fetch('/held', { method: 'POST', body: now });
  sent = now;
}, 20);`;

export function libraryPage({ name, script, styles = [], body }: Library): Promise<string> {
  const imported = styles.map((path, index) => `import style${index} from '${path}';`).join('\n');
  const added = styles.map(
    (_, index) =>
      `document.head.append(Object.assign(document.createElement('style'), { textContent: style${index} }));`,
  );
  return bundledPage(name, `${imported}\n${added.join('\n')}\n${REPORT}\n${script}`, body);
}
