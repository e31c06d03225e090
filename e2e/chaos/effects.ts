import type { IncomingMessage, ServerResponse } from 'node:http';
import { html, Pages } from '../harness/pages.ts';
import type { Plan, PlannedRequest } from './plan.ts';

/** The page reports each effect to the server and waits for it, so every effect is counted before its ok. */
const SCRIPT = `<script>
  const tell = (id) => {
    const call = new XMLHttpRequest();
    call.open('POST', '/effect?id=' + encodeURIComponent(id), false);
    call.send();
  };
  addEventListener('click', ({ target }) => { if (target.dataset.click) tell(target.dataset.click); });
  addEventListener('input', ({ target }) => { if (target.value) tell(target.value.slice(0, 100).trim()); });
</script>
<style>body { font-size: 8px } form { display: inline } input, button { width: 40px; font-size: 8px }</style>`;

/** The effects of requests on the page, counted by the server, which survives reloads and the browser. */
export class Effects {
  readonly #counts = new Map<string, number>();
  readonly pages: Pages;

  private constructor(pages: Pages) {
    this.pages = pages;
  }

  static async serve(plan: Plan): Promise<Effects> {
    const body = html('Chaos', plan.requests.map(control).join('') + BIG_FIELD + SCRIPT);
    const count = (id: string | null) => {
      if (id) effects.#counts.set(id, effects.of(id) + 1);
    };
    const pages = await Pages.serve({
      '/': (request, response) => {
        const query = queryOf(request);
        count(query.get('visit') ?? query.get('open'));
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
      },
      '/effect': (request, response) => {
        count(queryOf(request).get('id'));
        response.writeHead(204).end();
      },
      '/submit': (request, response) => {
        void submitted(request, response, count);
      },
    });
    const effects = new Effects(pages);
    return effects;
  }

  of(id: string): number {
    return this.#counts.get(id) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  url(name: 'visit' | 'open', id: string): string {
    return this.pages.url(`/?${name}=${id}`);
  }
}

const BIG_FIELD = '<textarea id="big"></textarea>';

function control({ id, index, kind }: PlannedRequest): string {
  if (kind === 'click') return `<button id="r${index}" data-click="${id}">c</button>`;
  if (kind === 'fill') return `<input id="r${index}">`;
  if (kind === 'submit')
    return `<form method="post" action="/submit"><input type="hidden" name="id" value="${id}"><button id="r${index}">s</button></form>`;
  return '';
}

function queryOf(request: IncomingMessage): URLSearchParams {
  return new URL(request.url ?? '/', 'http://x').searchParams;
}

async function submitted(
  request: IncomingMessage,
  response: ServerResponse,
  count: (id: string | null) => void,
): Promise<void> {
  const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
  count(form.get('id'));
  response.writeHead(303, { location: '/' }).end();
}
