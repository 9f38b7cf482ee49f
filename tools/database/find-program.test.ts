// Tests in which folders findProgram searches, and its error for a missing program.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findProgram } from './find-program.ts';

const folders = [1, 2].map((nth) => mkdtempSync(join(tmpdir(), `kerb-programs-${nth}-`)));
for (const folder of folders) writeFileSync(join(folder, 'pg_dump'), '');
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const wanted = { name: 'pg_dump', debianPackage: 'postgresql-client-18' };

describe('findProgram', () => {
  it('returns the first suitable program', () => {
    const [first = '', second = ''] = folders.map((folder) => join(folder, 'pg_dump'));
    expect(findProgram(wanted, ['/nowhere', ...folders])).toBe(first);
    expect(findProgram({ ...wanted, isSuitable: (file) => file !== first }, folders)).toBe(second);
  });

  it('reports the version and the Debian package of a missing program', () => {
    const version = 'of PostgreSQL 18 or newer';
    const find = () => findProgram({ ...wanted, version, isSuitable: () => false }, folders);
    expect(find).toThrow(
      /^pg_dump of PostgreSQL 18 or newer was not found .*apt-get install postgresql-client-18/,
    );
    expect(() => findProgram(wanted, ['/nowhere'])).toThrow(/^pg_dump was not found/);
  });
});
