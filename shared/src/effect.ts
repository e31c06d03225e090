import type { WithRead } from './actions.ts';
import type { NextStep } from './next-step.ts';
import type { TabHandle } from './sessions.ts';

/** The strongest first. */
export const EFFECT_KINDS = [
  'tab',
  'navigation',
  'gone',
  'value',
  'dom',
  'scroll',
  'focus',
  'none',
] as const satisfies EffectKind[];

export type EffectKind = 'tab' | 'navigation' | 'gone' | 'value' | 'dom' | 'scroll' | 'focus' | 'none';

/** What bproxy saw after an act, by comparing the page before and after it. */
export interface Effect {
  /**
   * The strongest of: `tab`, the page opened a tab; `navigation`, its address changed or another page was loaded;
   * `gone`, the element has left the page; `value`, a field or a control has another value or state; `dom`, something
   * else is different; `scroll`; `focus`; `none`.
   */
  seen: EffectKind;
  /** The weaker ones that were seen too. */
  also?: EffectKind[];
  /** What the element is now and was not before, such as `checked`, `expanded` or `not selected`. */
  became?: string[];
  /** How many frames came and went. */
  frames?: { added: number; removed: number };
  /** The page prevented the default of the act, as pages do that handle it themselves. */
  prevented?: true;
  /** The page was still changing when bproxy looked, so `dom` may be its own doing. */
  restless?: true;
  /** The tab was about to load something that did not become a page. */
  download?: 'likely';
  /** Where nothing was seen but the focus, or where a download has probably begun: what usually helps. */
  hint?: string;
}

/** The effect before the daemon has put its hint into words. */
export type WireEffect = Omit<Effect, 'hint'> & { hint?: NextStep };

/** What the browser does by itself when a key is pressed, if the page does not prevent it. */
export type KeyDefault =
  | 'submit'
  | 'click'
  | 'focus'
  | 'insert'
  | 'delete'
  | 'caret'
  | 'select'
  | 'copy'
  | 'cut'
  | 'paste'
  | 'undo'
  | 'format'
  | 'step'
  | 'close'
  | 'scroll'
  | 'none'
  | 'prevented';

/** A dialog of the page that was answered as the agent had asked. */
export interface DialogRecord {
  type: 'alert' | 'confirm' | 'prompt';
  message: string;
  /** What the page got. Absent for an alert and for a prompt that was dismissed. */
  answer?: string | boolean;
}

/** What every act in a page reports. */
export interface Acted extends WithRead {
  effect: Effect;
  /** The tabs that the page opened during the act. They belong to the session. */
  openedTabs?: TabHandle[];
  /** With `--dialogs`: those that came. */
  dialogs?: DialogRecord[];
}

/** The kinds as an answer reports them: the strongest, then the others. */
export function ranked(seen: ReadonlySet<EffectKind>): Pick<Effect, 'seen' | 'also'> {
  const [strongest, ...others] = EFFECT_KINDS.filter((kind) => kind !== 'none' && seen.has(kind));
  return { seen: strongest ?? 'none', ...(others.length > 0 ? { also: others } : {}) };
}

/** With one more kind, seen by somebody who knows more than the page. */
export function withKind(
  { seen, also = [] }: { seen: EffectKind; also?: EffectKind[] | undefined },
  kind: EffectKind,
): Pick<Effect, 'seen' | 'also'> {
  return ranked(new Set([seen, ...also, kind]));
}
