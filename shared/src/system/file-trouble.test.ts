import { describe, expect, it } from 'vitest';
import { type FolderSystem, fileTrouble, makeFolders } from './file-trouble.ts';

const systemError = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: words of Node, mkdir '${path}'`), { code, ...(path ? { path } : {}) });

describe('fileTrouble', () => {
  it.each(['EACCES', 'EPERM', 'EEXIST', 'ENOTDIR', 'ENOENT', 'EROFS', 'ENOSPC', 'EISDIR'])(
    'has words for %s',
    (code) => {
      const words = fileTrouble(systemError(code, '/a/b'));
      expect(words).toMatch(/^\/a\/b: [a-z ,-]+$/);
      expect(words).not.toContain(code);
    },
  );

  it('leaves other errors as they are', () => {
    expect(fileTrouble(systemError('EWHAT', '/a'))).toBe("EWHAT: words of Node, mkdir '/a'");
    expect(fileTrouble(new Error('It broke.'))).toBe('It broke.');
    expect(fileTrouble('thrown')).toBe('thrown');
  });
});

describe('makeFolders', () => {
  /** A disk with some folders, on which `refuse` may keep others from being made. */
  function disk(folders: string[], refuse: (path: string) => string | undefined = () => undefined) {
    const above = (path: string) => path.slice(0, path.lastIndexOf('/')) || '/';
    const system: FolderSystem = {
      above,
      isFolder: (path) => folders.includes(path),
      make: (path) => {
        const code = refuse(path) ?? (folders.includes(above(path)) ? undefined : 'ENOENT');
        if (code !== undefined) throw systemError(code, path);
        folders.push(path);
      },
    };
    return { system, folders };
  }

  it('makes what is missing, from the outside in', () => {
    const { system, folders } = disk(['/', '/a']);
    makeFolders('/a/b/c', system);
    expect(folders).toEqual(['/', '/a', '/a/b', '/a/b/c']);
    makeFolders('/a/b/c', system);
    expect(folders).toHaveLength(4);
  });

  it.each(['/proc/x', '/proc/1/x/y'])('comes back from %s, where a new folder is ENOENT', (path) => {
    const { system } = disk(['/', '/proc', '/proc/1'], () => 'ENOENT');
    expect(() => makeFolders(path, system)).toThrow('ENOENT');
  });

  it('passes on every other refusal', () => {
    const { system } = disk(['/'], () => 'EACCES');
    expect(() => makeFolders('/a/b', system)).toThrow('EACCES');
  });

  it('does not mind another process that makes the same folder', () => {
    const folders = ['/'];
    const { system } = disk(folders, (path) => {
      folders.push(path);
      return 'EEXIST';
    });
    expect(() => makeFolders('/a', system)).not.toThrow();
  });
});
