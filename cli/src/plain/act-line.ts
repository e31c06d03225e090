import { type Action, isRecord, traitsOf } from '@bproxy/shared';
import { factsOf, joined } from './facts.ts';
import type { Line, Piece } from './fence.ts';
import { nextStepPiece } from './next-step-piece.ts';
import { pageFacts, unusual } from './page-facts.ts';
import { ownFieldsOf } from './words.ts';

/** What an act did, in one line: what was done, the effect, where the tab is if it may be elsewhere, and the hint. */
export function actLine(
  action: Action,
  { effect, openedTabs, ...done }: Record<string, unknown>,
  page: Readonly<Record<string, unknown>> | undefined,
  again: Piece[][],
): Line {
  const isOwn = ownFieldsOf(action);
  const saw = isRecord(effect) ? effect : {};
  const moved = traitsOf(action).pacing === 'navigate' || kindsOf(saw).includes('navigation');
  const { url, title, stable, ...others } = done;
  // The facts about the page say where it is, and a page that has gone does not settle.
  const facts = factsOf(moved && page ? others : done, isOwn);
  const first: Piece[][] = facts.length > 0 ? facts : [[`${action.replace('.', ' ')}: done`]];
  const line = joined([
    ...first,
    ...effectFacts(saw),
    ...factsOf({ openedTabs }, isOwn),
    ...(moved ? pageFacts(page) : unusual(page)),
    ...again,
  ]);
  return typeof saw['hint'] === 'string' ? [...line, '; hint: ', nextStepPiece(saw['hint'])] : line;
}

function kindsOf({ seen, also }: Record<string, unknown>): unknown[] {
  return [seen, ...(Array.isArray(also) ? also : [])];
}

function effectFacts(effect: Record<string, unknown>): Piece[][] {
  if (effect['seen'] === undefined) return [];
  const { became, frames, prevented, restless } = effect;
  const facts = [
    `effect ${kindsOf(effect).map(String).join(', ')}`,
    Array.isArray(became) && `now ${became.join(', ')}`,
    isRecord(frames) && `frames +${frames['added']} -${frames['removed']}`,
    prevented === true && 'the page prevented the default',
    restless === true && 'the page was still changing',
  ];
  return facts.flatMap((fact) => (fact ? [[fact]] : []));
}
