import { afterEach, expect, test } from 'vitest';
import { readPageState } from './page-state.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

test.each([
  ['nothing', '<p>x</p>', false],
  ['a spinner', '<div role=progressbar>…</div>', true],
  ['a busy region', '<div aria-busy=true>…</div>', true],
  ['aria-busy=false', '<div aria-busy=false>…</div>', false],
  ['progress without a value', '<progress></progress>', true],
  ['progress on its way', '<progress value=30 max=100></progress>', true],
  ['progress that begins', '<progress value=0></progress>', true],
  ['progress at its end', '<progress value=2 max=2></progress>', false],
  ['progress at its end, of one', '<progress value=1></progress>', false],
  ['a bar on its way', '<div role=progressbar aria-valuenow=30>30 %</div>', true],
  ['a bar at its end', '<div role=progressbar aria-valuenow=100>100 %</div>', false],
  ['a bar at its own end', '<div role=progressbar aria-valuenow=7 aria-valuemax=7>all</div>', false],
  ['a bar below its own end', '<div role=progressbar aria-valuenow=100 aria-valuemax=200>half</div>', true],
  ['a finished bar in a busy region', '<div aria-busy=true><progress value=1></progress></div>', true],
  ['a hidden spinner', '<div role=progressbar hidden>…</div>', false],
  ['one without visibility', '<div aria-busy=true style="visibility:hidden">…</div>', false],
  ['one without opacity', '<div role=progressbar style="opacity:0">…</div>', false],
  [
    'one that no scrolling leads to',
    '<div role=progressbar style="position:absolute;left:-999px">…</div>',
    false,
  ],
  ['one below the window', '<div style="height:300vh"></div><progress></progress>', false],
  [
    'one for screen readers',
    '<div aria-busy=true style="width:1px;height:1px;overflow:hidden"></div>',
    false,
  ],
  ['one of no size', '<div role=progressbar></div>', false],
  ['a busy region whose content floats', '<div aria-busy=true><p style="float:left">…</p></div>', true],
  ['a hidden one before a visible one', '<progress hidden></progress><progress></progress>', true],
  ['a form that hides its own properties', '<form aria-busy=true><input name=checkVisibility>…</form>', true],
])('the state is right for a page with %s', (_, html, busy) => {
  document.body.innerHTML = html;
  expect(readPageState()).toEqual({
    url: location.href,
    title: document.title,
    state: 'ready',
    busy,
    httpStatus: 200,
    visibility: 'visible',
  });
});
