import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../machine/environment.ts';
import type { Machine } from '../machine/machine.ts';
import { imaginaryMachine } from '../testing/fake-machine.ts';
import { chooseTargets, type TargetChoice } from './targets.ts';

function targetsOn(machine: Machine, choice: Partial<TargetChoice> = {}) {
  return chooseTargets(readEnvironment(machine), {
    userDataDirs: [],
    browsers: [],
    system: false,
    ...choice,
  });
}

describe('chooseTargets', () => {
  it('prefers CHROME_CONFIG_HOME to XDG_CONFIG_HOME, as Chromium does', () => {
    const env = { XDG_CONFIG_HOME: '/xdg', CHROME_CONFIG_HOME: '/chrome-config' };
    expect(targetsOn(imaginaryMachine({ env }), { browsers: ['chromium'] }).targets).toEqual([
      { browser: 'chromium', place: '/chrome-config/chromium/NativeMessagingHosts' },
    ]);
    const machine = imaginaryMachine({ env: { XDG_CONFIG_HOME: '/xdg' } }, ['/xdg/chromium']);
    expect(targetsOn(machine).targets).toEqual([
      { browser: 'chromium', place: '/xdg/chromium/NativeMessagingHosts' },
    ]);
  });

  it('chooses only the --user-data-dir if one is given, whatever browsers exist', () => {
    const machine = imaginaryMachine({}, ['/home/ada/.config/google-chrome']);
    expect(targetsOn(machine, { userDataDirs: ['/p/one'] })).toEqual({
      targets: [{ browser: 'user-data-dir', place: '/p/one/NativeMessagingHosts' }],
      skipped: [],
    });
  });

  it('reports each skipped browser and the reason', () => {
    const machine = imaginaryMachine({}, [
      '/home/ada/.config/chromium',
      '/home/ada/.var/app/com.brave.Browser',
    ]);
    const { skipped } = targetsOn(machine);
    expect(skipped).toContainEqual({
      browser: 'chrome',
      reason: 'Not used on this computer: there is no /home/ada/.config/google-chrome.',
    });
    expect(skipped.at(-1)).toMatchObject({
      browser: 'Brave (Flatpak)',
      reason: expect.stringMatching(/sandbox/),
    });
    expect(skipped.map(({ browser }) => browser)).not.toContain('chromium');
  });

  it('names a sandboxed browser even if another one is requested, because the user may mean it', () => {
    const machine = imaginaryMachine({}, ['/home/ada/snap/chromium']);
    expect(targetsOn(machine, { browsers: ['chromium'] })).toMatchObject({
      targets: [{ browser: 'chromium' }],
      skipped: [{ browser: 'Chromium (Snap)', reason: expect.stringMatching(/sandbox/) }],
    });
  });

  it('ignores a folder that holds only manifests: an installer made it, not a browser', () => {
    const listFolder = (path: string) =>
      path === '/home/ada/.config/google-chrome' ? ['NativeMessagingHosts'] : undefined;
    expect(() => targetsOn(imaginaryMachine({ listFolder }))).toThrow(/No browser was found/);
  });

  it('lists the examined places and the sandboxed browsers when it finds none', () => {
    const machine = imaginaryMachine({}, ['/home/ada/snap/chromium']);
    expect(() => targetsOn(machine)).toThrow(
      /\/home\/ada\/\.config\/chromium,.*Chromium \(Snap\).*--user-data-dir DIR/,
    );
  });

  it('explains WSL, where the browser most likely runs on Windows', () => {
    const env = { WSL_DISTRO_NAME: 'Ubuntu' };
    const note = /inside Windows \(WSL\).*run `bproxy install` in PowerShell there/;
    expect(() => targetsOn(imaginaryMachine({ env }))).toThrow(note);
    expect(readEnvironment(imaginaryMachine({ env })).notes).toEqual([expect.stringMatching(note)]);
    expect(readEnvironment(imaginaryMachine({})).notes).toEqual([]);
    expect(readEnvironment(imaginaryMachine({ env, platform: 'win32' })).notes).toEqual([]);
  });

  it.each([
    ['netscape', /no browser "netscape".*chrome, chrome-beta/],
    ['arc', /no Arc for Linux/],
  ])('refuses --browser %s', (name, message) => {
    expect(() => targetsOn(imaginaryMachine({}), { browsers: [name] })).toThrow(message);
  });

  it('refuses a --user-data-dir on Windows, where no browser would read it', () => {
    const machine = imaginaryMachine({ platform: 'win32', homeDir: 'C:\\Users\\ada' });
    expect(() => targetsOn(machine, { userDataDirs: ['C:\\p'] })).toThrow(/--browser NAME/);
  });
});
