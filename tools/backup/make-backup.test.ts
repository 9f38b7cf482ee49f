// Tests which older backups, and which folders of interrupted ones, a backup removes.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseConfig } from '../../apps/server/src/config.ts';
import { removeOlder, removeUnfinished } from './make-backup.ts';
import { writeManifest } from './manifest.ts';

/** Id of a process that has ended. */
const endedPid = (): number => spawnSync(process.execPath, ['--version']).pid;

it('removes only folders of this machine whose process has ended', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-backups-'));
  try {
    const time = '2026-11-26T17-40-12Z';
    const ended = endedPid();
    const remaining = [
      time,
      `${time}.${hostname()}.${process.pid}.unfinished`,
      `${time}.other-${hostname()}.${ended}.unfinished`,
    ];
    for (const name of [...remaining, `${time}.${hostname()}.${ended}.unfinished`])
      mkdirSync(join(folder, name, 'files'), { recursive: true });
    removeUnfinished(folder);
    expect(readdirSync(folder).sort()).toEqual(remaining.toSorted());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('removes the oldest backups of the same installation, whichever container made them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-backups-'));
  const dataFolder = '/data';
  const database = '7300000000000000001/kerb';
  const sources: Record<string, string> = {
    '2026-11-20T01-00-00Z': `${hostname()}:${dataFolder}`,
    '2026-11-21T01-00-00Z': '7300000000000000002/kerb',
    '2026-11-22T01-00-00Z': 'another-machine:/data',
    '2026-11-23T01-00-00Z': database,
    '2026-11-24T01-00-00Z': database,
    '2026-11-25T01-00-00Z': database,
  };
  try {
    for (const [name, source] of Object.entries(sources)) {
      mkdirSync(join(folder, name));
      const at = '2026-11-26T01:00:00.000Z';
      writeManifest(join(folder, name), {
        format: 1,
        kerb: '0.1.0',
        source,
        kind: 'dump',
        postgres: '16.4',
        begunAt: at,
        endedAt: at,
        files: [],
      });
    }
    const removed: string[] = [];
    const config = { ...parseConfig({}), dataFolder };
    removeOlder({ config, to: folder, log: (line) => removed.push(line) }, { source: database }, 2);
    expect(removed).toEqual(['removed 2026-11-20T01-00-00Z', 'removed 2026-11-23T01-00-00Z']);
    expect(readdirSync(folder)).toHaveLength(4);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
