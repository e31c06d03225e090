import type { IncomingMessage, ServerResponse } from 'node:http';
import { html, type Pages } from '../harness/pages.ts';

type Served = Parameters<typeof Pages.serve>[0];

/** A control and a field that tell what was done with them. */
export const controls = (name: string) =>
  `<button onclick="this.textContent='Pressed ${name}'">Press ${name}</button><input aria-label="Field ${name}">`;

export const frame = (title: string, src: string, more = '') =>
  `<iframe title="${title}" src="${src}" width="320" height="60" ${more}></iframe>`;

const named = (request: IncomingMessage, response: ServerResponse) => {
  const name = new URL(request.url ?? '', 'http://x').searchParams.get('n') ?? '';
  response.setHeader('content-type', 'text/html');
  response.end(html(name, controls(name)));
};

/** Another site to Chrome: the same server under another name. */
export const at = (host: string, url: string) => url.replace('127.0.0.1', host);

/** The names of the controls, in the order of the page. */
export const NAMES = [
  ...['top', 'own', 'cross', 'deep0', 'deep1', 'deep2', 'deep3', 'srcdoc', 'blank', 'blob', 'data'],
  ...['sandboxed', 'shadow', 'object', 'inner', 'third'],
];

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** One page with frames of every kind, over three sites. */
export function twelveFrames(url: (path: string) => string): Served {
  const there = (host: string, path: string) => at(host, url(path));
  return {
    '/named': named,
    '/refused': (_, response) => {
      response.setHeader('x-frame-options', 'DENY');
      response.end('refused');
    },
    '/deep': (request, response) => {
      const level = Number(new URL(request.url ?? '', 'http://x').searchParams.get('n'));
      const hosts = ['a.localhost', 'b.localhost', 'a.localhost', '127.0.0.1'];
      const below =
        level < 3
          ? `<iframe title="Deep ${level + 1}" width="500" height="${260 - level * 70}" src="${there(hosts[level + 1] ?? '', `/deep?n=${level + 1}`)}"></iframe>`
          : '';
      response.setHeader('content-type', 'text/html');
      response.end(html('Deep', `${controls(`deep${level}`)}<br>${below}`));
    },
    '/': (_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        html(
          'Frames of every kind',
          `${controls('top')}
          ${frame('Own', '/named?n=own')}
          ${frame('Cross', there('localhost', '/named?n=cross'))}
          <iframe title="Deep 0" width="600" height="340" src="${there('a.localhost', '/deep?n=0')}"></iframe>
          <iframe title="Srcdoc" width="320" height="60" srcdoc="${attribute(controls('srcdoc'))}"></iframe>
          <iframe title="Blank" width="320" height="60"></iframe>
          <iframe title="Blob" width="320" height="60"></iframe>
          <iframe title="Data" width="320" height="60" src="data:text/html,${encodeURIComponent(controls('data'))}"></iframe>
          ${frame('Sandboxed', there('b.localhost', '/named?n=sandboxed'), 'sandbox="allow-scripts"')}
          <x-part></x-part>
          <object title="Object" width="320" height="60" data="/named?n=object" type="text/html"></object>
          <iframe title="Outer" width="400" height="120" srcdoc="${attribute(`<iframe title="Inner" width="320" height="60" srcdoc="${attribute(controls('inner'))}"></iframe>`)}"></iframe>
          ${frame('Third', there('b.localhost', '/named?n=third'))}
          <div hidden>${frame('Hidden', '/named?n=hidden')}</div>
          <iframe title="Tracker" width="1" height="1" src="/named?n=tracker"></iframe>
          ${frame('Refused', there('localhost', '/refused'))}
          <script>
            const [blank, blob] = ['Blank', 'Blob'].map((title) => document.querySelector('[title=' + title + ']'));
            blank.contentDocument.body.innerHTML = ${JSON.stringify(controls('blank'))};
            blob.src = URL.createObjectURL(new Blob([${JSON.stringify(controls('blob'))}], { type: 'text/html' }));
            document.querySelector('x-part').attachShadow({ mode: 'open' }).innerHTML =
              ${JSON.stringify(frame('Shadow', there('localhost', '/named?n=shadow')))};
          </script>`,
        ),
      );
    },
  };
}
