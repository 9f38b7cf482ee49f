// Tests which versions can be built: commits that git has and whose packages are installed in the same versions.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildVersion, otherPackages } from './build-version.ts';

const lockOf = (packages: object) => JSON.stringify({ packages });

it('requires the packages of the earlier version to be installed in the same version', () => {
  const earlier = lockOf({
    '': { version: '1.0.0' },
    'apps/server': { version: '0.1.0' },
    'node_modules/@kerb/server': { link: true },
    'node_modules/same': { version: '1.0.0' },
    'node_modules/only-for-tests': { version: '1.0.0', dev: true },
    'node_modules/other': { version: '1.0.0' },
    'node_modules/other/node_modules/@scope/nested': { version: '2.0.0' },
  });
  const present = lockOf({
    'apps/server': { version: '0.2.0' },
    'node_modules/same': { version: '1.0.0' },
    'node_modules/only-for-tests': { version: '3.0.0' },
    'node_modules/other': { version: '1.1.0' },
    'node_modules/added': { version: '1.0.0' },
  });
  expect(otherPackages(earlier, present)).toEqual([
    'other 1.0.0 (1.1.0 here)',
    '@scope/nested 2.0.0 (missing here)',
  ]);
  expect(otherPackages(present, present)).toEqual([]);
});

it('reports a commit that does not exist', async () => {
  const folder = join(tmpdir(), 'kerb-no-such-version');
  await expect(buildVersion('no-such-version', folder)).rejects.toThrow(
    /^There is no commit no-such-version here|^no-such-version cannot be built: this folder is no git repository/,
  );
  expect(existsSync(folder)).toBe(false);
});
