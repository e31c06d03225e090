import { next, step } from '@bproxy/shared';
import { describe, expect, it } from 'vitest';
import { fakePipeline, PAGE } from '../testing/fake-pipeline.ts';

async function opened() {
  const world = fakePipeline();
  const link = world.connect('work');
  return { ...world, link, session: await world.open(link, 7) };
}

const CLICK = next`Click it with ${step('click', { target: 'TARGET' })}.`;
const field = (target: object) => ({ target, value: 'x', method: 'paste', world: 'isolated' });

describe('a next step', () => {
  it.each([
    [{ selector: '#a' }, "--selector '#a'"],
    [{ selector: "a[title='$& it']" }, `--selector 'a[title='\\''$& it'\\'']'`],
    [
      { route: { hosts: [{ selector: 'x-a' }], target: 'b' } },
      `--route-json '{"hosts":[{"selector":"x-a"}],"target":"b"}'`,
    ],
  ])('from the browser names the session and the target %j', async (target, flag) => {
    const { ask, link, session } = await opened();
    const filling = ask('fill', field(target), { session });
    link.fail(await link.next(), 'ELEMENT_NOT_ACTIONABLE', { suggestedAction: CLICK });
    expect(await filling).toMatchObject({
      error: { suggestedAction: `Click it with \`bproxy click ${flag} -s ${session}\`.` },
    });
  });

  it('for one field of a form names the session and that field', async () => {
    const { ask, link, session } = await opened();
    const targets = [{ selector: 'i' }, { selector: 'b' }];
    const filling = ask('fill-form', { fields: targets.map(field) }, { session });
    const error = { code: 'ELEMENT_NOT_ACTIONABLE', message: 'TARGET -s SESSION', suggestedAction: CLICK };
    const filled = { target: targets[0], filled: true, verifiedValue: 'TARGET -s SESSION' };
    const failed = { target: targets[1], filled: false, verifiedValue: '', error };
    link.answer(await link.next(), { results: [filled, failed] });
    const suggestedAction = `Click it with \`bproxy click --selector b -s ${session}\`.`;
    expect(await filling).toMatchObject({
      data: { results: [filled, { ...failed, error: { ...error, suggestedAction } }] },
    });
  });

  it('names the session that the request created', async () => {
    const { ask, link } = await opened();
    const opening = ask('tab.open', { url: PAGE });
    const interstitial = { kind: 'signin', evidence: [], message: 'Sign in, please.' };
    link.answer(await link.next(), { tabId: 8, url: PAGE, title: 'Sign in', interstitial });
    const answer = await opening;
    if (answer.ok) throw new Error('A person is needed there.');
    const { suggestedAction, details } = answer.error;
    expect(suggestedAction).toContain(`\`bproxy session resume -s ${details?.['session']}\``);
  });

  it('names no session with a malformed id', async () => {
    const { ask } = await opened();
    const answer = await ask('text', {}, { session: '`rm -rf`' });
    expect(answer).toMatchObject({ error: { code: 'INVALID_SESSION_ID' } });
    expect(JSON.stringify(answer)).not.toContain('-s `rm');
  });
});
