// Tests that disk errors become readable sentences.
import { describe, expect, it } from 'vitest';
import { explainDiskError, explainDiskText, StartError } from './start-error.ts';

const failure = (code: string) => Object.assign(new Error(`${code}: something`), { code });

describe('explainDiskError', () => {
  it.each([
    ['ENOSPC', /full.*nothing was lost/],
    ['EDQUOT', /quota/],
    ['EROFS', /read-only disk/],
    ['EACCES', /cannot be written/],
    ['ENOTDIR', /not a folder/],
    ['ENOENT', /cannot be made/],
  ])('explains %s in a sentence with the path', (code, expected) => {
    const error = explainDiskError(failure(code), '/data/kerb');
    expect(error).toBeInstanceOf(StartError);
    expect(String(error)).toMatch(expected);
    expect(String(error)).toContain('/data/kerb');
  });

  it('leaves every other error unchanged', () => {
    const other = failure('ECONNREFUSED');
    expect(explainDiskError(other, '/data')).toBe(other);
  });

  it('finds the reason in the output of a program', () => {
    const text = 'FATAL:  could not write lock file "postmaster.pid": No space left on device';
    expect(explainDiskText(text, '/data')?.message).toMatch(/full/);
    expect(explainDiskText('could not create directory: Read-only file system', '/data')?.message).toMatch(
      /read-only/,
    );
    expect(explainDiskText('all is well', '/data')).toBeNull();
  });
});
