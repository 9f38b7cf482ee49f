// Runs npm run map:import as an operator does, before the first start.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { workspaceRoot } from '../../apps/server/src/kit/package-root.ts';
import { newestSegment } from '../../apps/server/src/kit/postgres/wal-archive.ts';
import { writeOneStreetCity } from '../../apps/server/src/kit/testing/one-street-city.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-map-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('creates a missing database, and archives the WAL that the import writes', async () => {
  const city = join(folder, 'one-street.osm.pbf');
  const data = join(folder, 'data');
  const archive = join(folder, 'archive');
  writeOneStreetCity(city);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join('tools', 'bootstrap', 'run-tsx.mjs'), join('tools', 'city', 'import-map.ts'), city],
    {
      cwd: workspaceRoot(),
      env: {
        ...process.env,
        DATABASE_URL: '',
        DATABASE_DIRECT_URL: '',
        KERB_MODE: '',
        KERB_DATA: data,
        KERB_WAL_ARCHIVE: archive,
      },
    },
  );
  expect(stdout).toContain('one-street is now the city in use');
  expect(newestSegment(archive)).not.toBeNull();
  expect(existsSync(join(data, 'server.lock'))).toBe(false);
});
