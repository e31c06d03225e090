import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { html, type Pages } from './harness/pages.ts';
import { World } from './harness/world.ts';

const PAGE = html(
  'Drag',
  `<style>
     body { margin: 0; font: 16px sans-serif } ul { list-style: none; padding: 0; width: 200px } li { height: 30px; background: #ddd; margin: 4px }
     #bin { width: 200px; height: 60px; background: tan } #knob { position: absolute; left: 300px; top: 40px; width: 40px; height: 40px; background: teal }
   </style>
   <ul id="list"><li draggable="true">One</li><li draggable="true">Two</li><li draggable="true">Three</li></ul>
   <div id="bin">Bin</div><p id="fixed">Fixed</p><div id="knob"></div>
   <ul id="sorted"><li tabindex="0">Red</li><li tabindex="0">Green</li><li tabindex="0">Blue</li></ul>
   <div id="log"></div>
   <script>
     const note = (line) => { const item = document.createElement('p'); item.textContent = line; log.append(item) };
     let dragged;
     list.ondragstart = (event) => { dragged = event.target; event.dataTransfer.setData('text/plain', dragged.textContent) };
     list.ondragover = (event) => event.preventDefault();
     list.ondrop = (event) => {
       event.preventDefault();
       const over = event.target.closest('li');
       const { y, height } = over.getBoundingClientRect();
       event.clientY > y + height / 2 ? over.after(dragged) : over.before(dragged);
       note('dropped ' + event.dataTransfer.getData('text/plain'));
     };
     bin.ondragover = () => {};
     bin.ondrop = () => note('dropped into a bin that takes nothing');
     list.ondragend = () => note('ended');
     let held;
     knob.onpointerdown = ({ clientX, clientY }) => { held = [clientX - knob.offsetLeft, clientY - knob.offsetTop] };
     onpointermove = ({ clientX, clientY, buttons }) => {
       if (!held || buttons !== 1) return;
       knob.style.left = clientX - held[0] + 'px';
       knob.style.top = clientY - held[1] + 'px';
     };
     onpointerup = () => { if (held) note('knob at ' + knob.offsetLeft + ' ' + knob.offsetTop); held = undefined };
     let lifted;
     sorted.onkeydown = (event) => {
       const item = event.target;
       if (event.key === ' ') { lifted = lifted ? undefined : item; event.preventDefault() }
       if (lifted && event.key === 'ArrowDown' && item.nextElementSibling) item.nextElementSibling.after(item);
       if (lifted && event.key === 'ArrowUp' && item.previousElementSibling) item.previousElementSibling.before(item);
       item.focus();
     };
   </script>`,
);

const world = new World();
let pages: Pages;
let session: string;

beforeAll(async () => {
  pages = await world.serve({ '/': PAGE });
  await world.startBrowser();
  session = await world.openSession(pages.url('/'), '--show');
});

beforeEach(() => world.data('navigate', 'navigate', '--url', pages.url('/'), '-s', session));

afterAll(() => world.close());

const drag = (...words: string[]) => world.data('drag', 'drag', ...words, '-s', session);
const textOf = async (selector: string) => {
  const { text } = await world.data('text', 'text', '--selector', selector, '-s', session);
  return text
    .split('\n')
    .map((line) => line.replace(/^- /, ''))
    .filter((line) => line !== '');
};

describe('drag', () => {
  it.each([
    ['after', ['Two', 'Three', 'One']],
    ['before', ['Two', 'One', 'Three']],
  ])('drops a row %s another one, with the data that the page gave it', async (place, order) => {
    const answer = await drag(
      '--from',
      '#list li:first-child',
      '--to',
      '#list li:last-child',
      '--place',
      place,
    );
    expect(answer).toMatchObject({ dragged: true, moved: true, via: 'html5', effect: { seen: 'dom' } });
    expect(await textOf('#list')).toEqual(order);
    expect(await textOf('#log')).toEqual(['dropped One', 'ended']);
  });

  it('drops nothing where the page takes nothing, and says that nothing moved', async () => {
    expect(await drag('--from', '#list li:first-child', '--to', '#bin')).toMatchObject({ moved: false });
    expect(await textOf('#list')).toEqual(['One', 'Two', 'Three']);
    expect(await textOf('#log')).toEqual(['ended']);
  });

  it('moves by a distance what follows the pointer', async () => {
    expect(await drag('--from', '#knob', '--by', '50,-20')).toMatchObject({ moved: true, via: 'pointer' });
    expect(await textOf('#log')).toEqual(['knob at 350 20']);
  });

  it('sorts by keys', async () => {
    const [first, last] = ['#sorted li:first-child', '#sorted li:last-child'];
    expect(await drag('--from', first, '--to', last, '--via', 'keyboard')).toMatchObject({
      moved: true,
      via: 'keyboard',
    });
    expect(await textOf('#sorted')).toEqual(['Green', 'Blue', 'Red']);
  });

  it('says that nothing moved of what cannot be dragged', async () => {
    expect(await drag('--from', '#fixed', '--to', '#bin')).toMatchObject({
      moved: false,
      effect: { seen: 'none', hint: expect.stringContaining('keyboard') },
    });
  });

  it('refuses a drag to nowhere, with the flags that say where', async () => {
    expect(await world.error('drag', '--from', '#knob', '-s', session)).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('needs an element to go to, or a distance'),
    });
  });

  it('drags nothing if the other element is not there', async () => {
    expect(
      await world.error('drag', '--from', '#knob', '--to', '#nowhere', '--wait', '0', '-s', session),
    ).toMatchObject({ code: 'ELEMENT_NOT_FOUND' });
    expect(await textOf('#log')).toEqual([]);
  });
});
