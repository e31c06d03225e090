import { describe, expectTypeOf, it } from 'vitest';
import type * as z from 'zod';
import type { Action, ActionParams, ActionResult, EditorKind } from './actions.ts';
import type { ForwardedFrame, FrameName } from './frames.ts';
import { param, step } from './next-step.ts';
import type { elementTarget } from './schemas.ts';
import type { PacingMode, TabHandle } from './sessions.ts';
import type {
  ClientElementTarget,
  ElementHandleRef,
  ElementRoute,
  ForwardedElementTarget,
} from './targets.ts';
import type { ActionsAt } from './traits.ts';
import type { ForwardedParams } from './wire/link.ts';

describe('the params that are inferred from the schemas', () => {
  it('have the required and optional members of their schema, and no others', () => {
    expectTypeOf<ActionParams['fill']>().toEqualTypeOf<{
      target: ClientElementTarget;
      value: string;
      method: 'direct' | 'paste' | 'runtime-api' | 'auto';
      world?: 'isolated' | 'main';
      append?: boolean;
      prepend?: boolean;
      submit?: boolean;
      wait?: number;
      dialogs?: string;
      frame?: FrameName;
      read?: 'diff' | 'snapshot' | 'text';
    }>();
    expectTypeOf<ActionParams['select']>().toEqualTypeOf<{
      trigger: ClientElementTarget;
      optionText: string;
      wait?: number;
      dialogs?: string;
      frame?: FrameName;
      read?: 'diff' | 'snapshot' | 'text';
    }>();
    expectTypeOf<ActionParams['tab.open']>().toEqualTypeOf<{
      url: string;
      browser?: string;
      show?: boolean;
      read?: 'diff' | 'snapshot' | 'text';
    }>();
    expectTypeOf<ActionParams['session.bind']>().toEqualTypeOf<{ tab: TabHandle; pacing?: PacingMode }>();
    expectTypeOf<ActionParams['tab.list']>().toEqualTypeOf<Record<string, never>>();
  });

  it('are any for no action', () => {
    type Any = { [A in Action]: 0 extends 1 & ActionParams[A] ? A : never }[Action];
    expectTypeOf<Any>().toEqualTypeOf<never>();
  });

  it('name an element in every way that its schema accepts', () => {
    expectTypeOf<ClientElementTarget>().toExtend<z.output<typeof elementTarget>>();
    expectTypeOf<{
      hosts: Array<{ selector: string; index?: number }>;
      target: string;
    }>().toEqualTypeOf<ElementRoute>();
  });
});

describe('the contract', () => {
  it('has a result for every action and no other', () => {
    expectTypeOf<keyof ActionResult>().toEqualTypeOf<keyof ActionParams>();
  });

  it('lets no handle and no name of a frame reach the extension alone', () => {
    expectTypeOf<ForwardedParams<'hover'>>().toEqualTypeOf<{
      wait?: number;
      dialogs?: string;
      frame?: ForwardedFrame;
      target: ForwardedElementTarget;
      read?: 'diff' | 'snapshot' | 'text';
    }>();
    expectTypeOf<ElementHandleRef>().not.toExtend<ForwardedParams<'click'>['target']>();
    expectTypeOf<ElementHandleRef>().not.toExtend<ForwardedParams<'fill-form'>['fields'][number]['target']>();
    expectTypeOf<ElementHandleRef>().not.toExtend<NonNullable<ForwardedParams<'scroll'>['target']>>();
  });

  it('knows where each action runs', () => {
    expectTypeOf<ActionsAt<'daemon'>>().toEqualTypeOf<
      | 'tab.list'
      | 'session.create'
      | 'session.list'
      | 'session.bind'
      | 'session.unbind'
      | 'session.close'
      | 'debug.last'
      | 'debug.status'
    >();
    expectTypeOf<ActionsAt<'daemon'> & ActionsAt<'content'>>().toEqualTypeOf<never>();
    expectTypeOf<EditorKind>().not.toBeAny();
  });
});

describe('a next step', () => {
  it('names only params that its action has, with values that fit', () => {
    step('fill', { target: 'TARGET', value: 'TEXT', method: 'paste', world: 'isolated' });
    // @ts-expect-error: `click` takes a target
    step('click', { selector: '#a' });
    // @ts-expect-error: there is no such method
    step('fill', { method: 'typing' });
    // @ts-expect-error: no action has this param
    param({ speed: 'fast' });
  });
});
