import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import type { Action, ActionParams, ActionResult, EditorKind } from './actions.ts';
import type { ForwardedParams } from './link.ts';
import type { Agrees, Drift, paramsSchemas } from './schemas.ts';
import type { TabHandle } from './sessions.ts';
import type { ElementHandleRef, ForwardedElementTarget } from './targets.ts';
import type { ActionsAt } from './traits.ts';

/** The real schemas with one of them changed. */
type With<A extends Action, Schema extends z.ZodType> = Omit<typeof paramsSchemas, A> & {
  [Key in A]: Schema;
};

describe('the drift check between ActionParams and the schemas', () => {
  it('finds nothing in the real schemas', () => {
    expectTypeOf<Drift<typeof paramsSchemas>>().toEqualTypeOf<never>();
  });

  it('names the action when a schema has an extra required param', () => {
    const schema = z.strictObject({ url: z.string(), extra: z.string() });
    expectTypeOf<Drift<With<'navigate', typeof schema>>>().toEqualTypeOf<'navigate'>();
  });

  it('names the action when a schema has an extra optional param', () => {
    const schema = z.strictObject({
      selector: z.string().exactOptional(),
      extra: z.string().exactOptional(),
    });
    expectTypeOf<Drift<With<'text', typeof schema>>>().toEqualTypeOf<'text'>();
  });

  it('names the action when a schema lacks a required param', () => {
    const schema = z.strictObject({});
    expectTypeOf<Drift<With<'navigate', typeof schema>>>().toEqualTypeOf<'navigate'>();
  });

  it('names the action when a schema lacks an optional param', () => {
    const schema = z.strictObject({});
    expectTypeOf<Drift<With<'text', typeof schema>>>().toEqualTypeOf<'text'>();
  });

  it('names the action when an enum is narrower', () => {
    const schema = z.strictObject({
      tab: z.custom<TabHandle>(),
      pacing: z.enum(['human']).exactOptional(),
    });
    expectTypeOf<Drift<With<'session.bind', typeof schema>>>().toEqualTypeOf<'session.bind'>();
  });

  it('names the action when an enum is wider', () => {
    const schema = z.strictObject({
      tab: z.custom<TabHandle>(),
      pacing: z.enum(['human', 'fast', 'none']).exactOptional(),
    });
    expectTypeOf<Drift<With<'session.bind', typeof schema>>>().toEqualTypeOf<'session.bind'>();
  });

  it('names the action when undefined is let in by .optional()', () => {
    const schema = z.strictObject({ selector: z.string().optional() });
    expectTypeOf<Drift<With<'text', typeof schema>>>().toEqualTypeOf<'text'>();
  });

  it('names the action when a required param is made optional, or the reverse', () => {
    const optional = z.strictObject({ url: z.string().exactOptional() });
    const required = z.strictObject({ selector: z.string() });
    expectTypeOf<Drift<With<'navigate', typeof optional>>>().toEqualTypeOf<'navigate'>();
    expectTypeOf<Drift<With<'text', typeof required>>>().toEqualTypeOf<'text'>();
  });

  it('names the action when a type differs, also deep inside', () => {
    const wrong = z.strictObject({ url: z.number() });
    const deep = z.strictObject({ fields: z.array(z.strictObject({ value: z.string() })) });
    expectTypeOf<Drift<With<'navigate', typeof wrong>>>().toEqualTypeOf<'navigate'>();
    expectTypeOf<Drift<With<'fill-form', typeof deep>>>().toEqualTypeOf<'fill-form'>();
  });

  it('names every action that drifted', () => {
    const wrong = z.strictObject({ no: z.string() });
    type Two = With<'text', typeof wrong> & With<'click', typeof wrong>;
    expectTypeOf<Drift<With<'text' | 'click', typeof wrong>>>().toEqualTypeOf<'text' | 'click'>();
    expectTypeOf<Two>().not.toBeAny();
  });

  it('refuses a table of schemas with an action missing', () => {
    // @ts-expect-error: `navigate` has no schema
    type Missing = Drift<Omit<typeof paramsSchemas, 'navigate'>>;
    expectTypeOf<Missing>().not.toBeAny();
  });

  it('is a check that can say no', () => {
    expectTypeOf<Agrees<{ a: string }, { a: string }>>().toEqualTypeOf<true>();
    expectTypeOf<Agrees<{ a?: string }, { a: string }>>().toEqualTypeOf<false>();
  });
});

describe('the contract', () => {
  it('has a result for every action and no other', () => {
    expectTypeOf<keyof ActionResult>().toEqualTypeOf<keyof ActionParams>();
  });

  it('lets no handle reach the extension', () => {
    expectTypeOf<ForwardedParams<'click'>>().toEqualTypeOf<{ target: ForwardedElementTarget }>();
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
