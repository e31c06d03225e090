import { afterAll, beforeAll, expect, it } from 'vitest';
import { at } from './frames/twelve-frames.ts';
import { html, type Pages } from './harness/pages.ts';
import { CLI, until, World } from './harness/world.ts';

const SECRET = 'correct horse battery';

const world = new World();
let pages: Pages;
let session: string;
let posted = '';

const idProvider = (path: string) => at('id.localhost', pages.url(path));

beforeAll(async () => {
  pages = await world.serve({
    '/': (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end(
        html(
          'Shop',
          `<h1>Shop</h1><p>Some words about tea, and more words about cups.</p>
           <iframe title="Account" src="${idProvider('/sign-in')}" width="400" height="200"></iframe>
           <script>
             addEventListener('message', ({ origin, data }) => {
               if (origin !== '${new URL(idProvider('/')).origin}') return;
               document.querySelector('h1').textContent = 'Hello ' + data;
               document.querySelector('iframe').remove();
             });
           </script>`,
        ),
      ),
    '/sign-in': html(
      'Sign in',
      `<form action="/session" method="post"><label>Email <input name="email" type="email"></label>
       <label>Password <input name="password" type="password"></label><button>Sign in</button></form>`,
    ),
    '/session': (request, response) => {
      request.on('data', (chunk) => {
        posted += String(chunk);
      });
      request.on('end', () => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end(
          html(
            'Done',
            `<form id="allow"><p>Allow Shop to see your name?</p><button>Allow</button></form>
          <script>allow.onsubmit = (event) => { event.preventDefault(); parent.postMessage('Ann', '*') }</script>`,
          ),
        );
      });
    },
  });
  await world.startBrowser();
  session = await world.openSession(pages.url('/'));
});

afterAll(() => world.close());

const tree = async () => (await world.data('snapshot', 'snapshot', '-s', session)).tree;

async function handleOf(name: string): Promise<string> {
  const lines = await tree();
  const handle = new RegExp(`"${name}".*\\[(el\\d+)\\]`).exec(lines)?.[1];
  if (!handle) throw new Error(`no ${name} in\n${lines}`);
  return handle;
}

it('signs in with another site that is in a frame, and the page around it hears of it', async () => {
  const fill = ['fill', '--method', 'auto', '-s', session];
  await world.data('fill', ...fill, '--element', await handleOf('Email'), '--value', 'ann@example.test');
  const words = [...fill, '--element', await handleOf('Password'), '--value-stdin'];
  const { code, stdout, stderr } = await world.run(process.execPath, [CLI, ...words], SECRET);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).not.toContain(SECRET);
  await world.data('click', 'click', '--element', await handleOf('Sign in'), '-s', session);
  await until('the frame asks', async () => (await tree()).includes('Allow Shop'));
  expect(new URLSearchParams(posted).get('password')).toBe(SECRET);
  expect(await tree()).not.toContain(SECRET);
  expect(
    await world.data('click', 'click', '--element', await handleOf('Allow'), '-s', session),
  ).toMatchObject({
    clicked: true,
    effect: { seen: 'gone' },
  });
  expect(
    await world.data('wait', 'wait', '--strategy', 'text', '--target', 'Hello Ann', '-s', session),
  ).toMatchObject({ matched: true });
});
