// Tests the lock of a data folder: one running process holds it, and a lock left by a killed process is removed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockData } from './data-lock.ts';
import { startMark } from './process-info.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerb-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const note = (pid: number, mark: string | null) =>
  writeFileSync(join(folder, 'server.lock'), JSON.stringify({ pid, mark, origin: 'http://127.0.0.1:9' }));

describe('lockData', () => {
  it('rejects a second process, reports the address of the first, and is free after its release', () => {
    const lock = lockData(folder, 'http://127.0.0.1:1');
    expect(() => lockData(folder, 'http://127.0.0.1:2')).toThrow(
      `process ${process.pid}, http://127.0.0.1:1`,
    );
    lock.release();
    expect(existsSync(join(folder, 'server.lock'))).toBe(false);
    lockData(folder, 'http://127.0.0.1:2').release();
  });

  it('takes over the lock of a process that has ended', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    const pid = child.pid ?? 0;
    const mark = startMark(pid);
    await once(child, 'exit');
    note(pid, mark);
    lockData(folder, 'http://127.0.0.1:1').release();
  });

  it('takes over when another process has the process id of the ended one', () => {
    note(process.pid, 'another start time');
    lockData(folder, 'http://127.0.0.1:1').release();
  });

  it('takes over an incomplete lock file', () => {
    writeFileSync(join(folder, 'server.lock'), '{"pid": 1');
    lockData(folder, 'http://127.0.0.1:1').release();
  });
});
