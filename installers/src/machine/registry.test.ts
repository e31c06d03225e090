import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeReg } from '../testing/fake-reg.ts';
import {
  isPrintedAs,
  printedValue,
  regAddArgs,
  regDeleteArgs,
  registryBy,
  regQueryArgs,
} from './registry.ts';

const KEY = 'HKCU\\Software\\Google\\Chrome\\NativeMessagingHosts\\com.bproxy.host';
const VALUE = 'C:\\Users\\Jürgen 100% & "co"\\com.bproxy.host.json';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bproxy-reg-'));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('the argument lists for reg.exe', () => {
  it('contain key and value unchanged: nothing is quoted or doubled', () => {
    expect(regAddArgs(KEY, VALUE)).toEqual(['add', KEY, '/ve', '/t', 'REG_SZ', '/d', VALUE, '/f']);
    expect(regQueryArgs(KEY)).toEqual(['query', KEY, '/ve']);
    expect(regDeleteArgs(KEY)).toEqual(['delete', KEY, '/f']);
  });
});

describe('the output of reg.exe', () => {
  it.each([
    [`\r\n${KEY}\r\n    (Default)    REG_SZ    C:\\a b\\c.json\r\n\r\n`, 'C:\\a b\\c.json'],
    [`\r\n${KEY}\r\n    (Standard)    REG_SZ    x\r\n\r\n`, 'x'],
    [`\r\n${KEY}\r\n    (Default)    REG_SZ    (value not set)\r\n`, '(value not set)'],
    [`\r\n${KEY}\r\n`, undefined],
    ['', undefined],
  ])('is read without the translated name: %j', (output, value) => {
    expect(printedValue(output)).toBe(value);
  });

  it('is compared after allowing for the code page', () => {
    expect(isPrintedAs('C:\\Jürgen\\x.json', 'C:\\J\u0081rgen\\x.json')).toBe(true);
    expect(isPrintedAs('C:\\日本\\x.json', 'C:\\??\\x.json')).toBe(true);
    expect(isPrintedAs('C:\\a.b\\x.json', 'C:\\aXb\\x.json')).toBe(false);
    expect(isPrintedAs('C:\\Jürgen\\x.json', 'C:\\J\u0081rgen\\y.json')).toBe(false);
    expect(isPrintedAs('C:\\x', 'C:\\x\\y')).toBe(false);
  });
});

describe('registryBy', () => {
  it('writes, reads and removes through the program', async () => {
    const { registry, values, calls } = fakeReg(join(root, 'bin'));
    expect(await registry.read(KEY)).toBeUndefined();
    await registry.write(KEY, VALUE);
    expect(values()).toEqual({ [KEY]: VALUE });
    expect(isPrintedAs(VALUE, (await registry.read(KEY)) ?? '')).toBe(true);
    await registry.remove(KEY);
    expect(values()).toEqual({});
    expect(calls().map(([verb]) => verb)).toEqual(['query', 'add', 'query', 'delete']);
  });

  it("reports the program's own words when it fails, and its name when it does not run", async () => {
    const { registry, deny } = fakeReg(join(root, 'bin'));
    deny('add');
    await expect(registry.write(KEY, VALUE)).rejects.toThrow(
      /"reg add HKCU.*" failed: ERROR: Access is denied/,
    );
    const none = registryBy(join(root, 'none.exe'));
    await expect(none.read(KEY)).rejects.toMatchObject({ problem: 'registry-unusable' });
    await expect(none.read(KEY)).rejects.toThrow(/none\.exe does not run/);
  });
});
