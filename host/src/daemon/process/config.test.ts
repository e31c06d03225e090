import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACING_PRESETS } from '@bproxy/shared';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Home, homeAt } from '../../home/home.ts';
import { readConfig } from './config.ts';

let folder: string;
let home: Home;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bproxy-config-'));
  home = homeAt(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (text: string) => writeFileSync(home.config, text);
const configOf = (owner: unknown, env: NodeJS.ProcessEnv = {}) => {
  write(JSON.stringify(owner));
  return readConfig(home, undefined, env);
};

const DEFAULTS = {
  pacing: PACING_PRESETS,
  allowFast: false,
  port: 0,
  logLevel: 'info',
  defaultBrowser: undefined,
  hiddenTabs: 'allow',
  maxUploadBytes: 67_108_864,
  browserGraceMs: 120_000,
};

it('the config is complete without a file', () => {
  expect(readConfig(home, undefined, {})).toEqual(DEFAULTS);
  expect(configOf({})).toEqual(DEFAULTS);
});

describe('each key', () => {
  it.each([
    [{ pacing: { allowFast: true } }, { allowFast: true }],
    [{ port: 4000 }, { port: 4000 }],
    [{ logLevel: 'debug' }, { logLevel: 'debug' }],
    [{ defaultBrowser: 'Work' }, { defaultBrowser: 'Work' }],
    [{ hiddenTabs: 'allow' }, { hiddenTabs: 'allow' }],
    [{ hiddenTabs: 'refuse' }, { hiddenTabs: 'refuse' }],
    [{ upload: { maxBytes: 1_000 } }, { maxUploadBytes: 1_000 }],
    [{ browserGraceMs: 0 }, { browserGraceMs: 0 }],
    [
      { pacing: { fast: { scroll: { min: 1, max: 2 } } } },
      { pacing: { ...PACING_PRESETS, fast: { ...PACING_PRESETS.fast, scroll: { min: 1, max: 2 } } } },
    ],
    [
      { pacing: { human: { fill: { min: 0, max: 0 }, navigate: { min: 5, max: 5 } } } },
      {
        pacing: {
          ...PACING_PRESETS,
          human: { ...PACING_PRESETS.human, fill: { min: 0, max: 0 }, navigate: { min: 5, max: 5 } },
        },
      },
    ],
  ])('%j changes that and nothing else', (owner, change) => {
    expect(configOf(owner)).toEqual({ ...DEFAULTS, ...change });
  });
});

describe('a bad file stops the daemon, with the path of the key', () => {
  const range = (value: unknown) => ({ pacing: { human: { scroll: value } } });
  it.each<[string, unknown]>([
    ['paceing: is not a setting', { paceing: {} }],
    ['pacing', { pacing: 1 }],
    ['pacing.slow: is not a setting', { pacing: { slow: {} } }],
    ['pacing.human.type: is not a setting', { pacing: { human: { type: { min: 0, max: 1 } } } }],
    ['pacing.fast.navigate', { pacing: { fast: { navigate: 5 } } }],
    ['pacing.human.scroll.max', range({ min: 1 })],
    ['pacing.human.scroll.min', range({ min: '1', max: 2 })],
    ['pacing.human.scroll.min', range({ min: -1, max: 2 })],
    ['pacing.human.scroll.min', range({ min: 0.5, max: 2 })],
    ['pacing.human.scroll.max', range({ min: 0, max: 600_001 })],
    ['pacing.human.scroll: min must not be above max', range({ min: 3, max: 2 })],
    ['pacing.human.scroll.mid: is not a setting', range({ min: 1, max: 2, mid: 1 })],
    ['port', { port: 0 }],
    ['port', { port: 65_536 }],
    ['port', { port: '9615' }],
    ['logLevel', { logLevel: 'trace' }],
    ['defaultBrowser', { defaultBrowser: '' }],
    ['hiddenTabs', { hiddenTabs: true }],
    ['hiddenTabs', { hiddenTabs: 'sometimes' }],
    ['upload.maxBytes', { upload: { maxBytes: 2_000_000_000 } }],
    ['upload.folder', { upload: { folder: '/tmp' } }],
    ['browserGraceMs', { browserGraceMs: -1 }],
    ['the file', []],
    ['the file', null],
    ['the file', 'x'],
  ])('%s', (path, owner) => {
    expect(() => configOf(owner)).toThrow(new RegExp(`config.json is not valid: ${path}`));
  });

  it('when the file is not JSON', () => {
    write('{ port: 1 }');
    expect(() => readConfig(home, undefined, {})).toThrow(/config.json is not valid JSON/);
    write('');
    expect(() => readConfig(home, undefined, {})).toThrow(/config.json is not valid JSON/);
  });
});

describe('the environment and the command line', () => {
  it('override the file', () => {
    const owner = { port: 1, logLevel: 'warn' };
    expect(configOf(owner, { BPROXY_PORT: '2', BPROXY_LOG_LEVEL: 'debug' })).toMatchObject({
      port: 2,
      logLevel: 'debug',
    });
    expect(readConfig(home, 3, { BPROXY_PORT: '2' }).port).toBe(3);
  });

  it.each([
    [{ BPROXY_LOG_LEVEL: 'loud' }, /BPROXY_LOG_LEVEL must be/],
    [{ BPROXY_PORT: 'x' }, /BPROXY_PORT must be/],
    [{ BPROXY_PORT: '0' }, /BPROXY_PORT must be/],
  ])('%j is refused', (env, words) => {
    expect(() => configOf({}, env)).toThrow(words);
  });
});
