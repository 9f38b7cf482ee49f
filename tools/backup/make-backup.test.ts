// Tests which folders of interrupted backups the next backup removes.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeUnfinished } from './make-backup.ts';

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
