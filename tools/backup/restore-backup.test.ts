// Tests which data folders a backup may be restored into, and what a failed restore leaves there.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseConfig } from '../../apps/server/src/config.ts';
import { writeManifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

let folder: string;
let dataFolder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerb-restore-'));
  dataFolder = join(folder, 'data');
  mkdirSync(join(folder, 'backup'));
  const at = '2026-11-26T01:00:00.000Z';
  writeManifest(join(folder, 'backup'), {
    format: 1,
    kerb: '0.1.0',
    source: 'a-machine:/data',
    kind: 'cluster',
    postgres: '18.4',
    begunAt: at,
    endedAt: at,
    files: [{ path: 'files/a.jpg', bytes: 1, sha256: 'a'.repeat(64) }],
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Restores a backup that lacks a file. */
const restore = () =>
  restoreBackup({
    config: { ...parseConfig({}), dataFolder },
    from: join(folder, 'backup'),
    log: () => undefined,
  });

it('accepts empty folders, as the mount points of volumes are, and leaves them empty after a failure', async () => {
  for (const name of ['files', 'cities']) mkdirSync(join(dataFolder, name), { recursive: true });
  await expect(restore()).rejects.toThrow('files/a.jpg is missing');
  expect(readdirSync(dataFolder).sort()).toEqual(['cities', 'files']);
  expect(readdirSync(join(dataFolder, 'files'))).toEqual([]);
});

it('rejects a folder with files, and changes nothing', async () => {
  mkdirSync(join(dataFolder, 'files'), { recursive: true });
  writeFileSync(join(dataFolder, 'files', 'b.jpg'), 'b');
  await expect(restore()).rejects.toThrow('is not empty');
  expect(existsSync(join(dataFolder, 'files', 'b.jpg'))).toBe(true);
});
