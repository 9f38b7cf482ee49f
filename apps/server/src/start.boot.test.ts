// Runs `npm start` as a user does: on ports in use, twice, after being killed, and with disk errors.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { workspaceRoot } from './kit/package-root.ts';
import { freePort } from './kit/postgres/free-port.ts';
import { startMark } from './kit/process-info.ts';
import { writeOneStreetCity } from './kit/testing/one-street-city.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-boot-'));
const data = join(folder, 'data');
const port = await freePort();

interface Run {
  child: ChildProcess;
  output: () => string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

const runs: Run[] = [];

/** Imports quickly; only the test of an interrupted start imports the demonstration's city. */
const smallCity = join(folder, 'one-street.osm.pbf');
writeOneStreetCity(smallCity);

function start(env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, ['tools/bootstrap/start.mjs'], {
    cwd: workspaceRoot(),
    env: {
      ...process.env,
      PORT: String(port),
      KERB_DATA: data,
      KERB_CITY: smallCity,
      KERB_SIM_DRIVERS: '0',
      KERB_SIM_RIDERS: '0',
      KERB_PAST_DAYS: '0',
      ...env,
    },
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const run = { child, output: () => output, ended };
  runs.push(run);
  return run;
}

/** Resolves when the output contains the text; rejects with the whole output when the program ends before. */
function says(run: Run, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (run.output().includes(text)) resolve();
    };
    run.child.stdout?.on('data', look);
    look();
    void run.ended.then(() => reject(new Error(`Ended without "${text}":\n${run.output()}`)));
  });
}

const isReady = async () => (await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null))?.status === 200;
const serverPid = (): number => JSON.parse(readFileSync(join(data, 'server.lock'), 'utf8')).pid;
const postgresPid = (): number =>
  Number(readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Starts a program as the user who runs PostgreSQL. */
function startAsOwnerOf(path: string, program: string, args: readonly string[]) {
  const { uid, gid } = statSync(path);
  const child = spawn(program, args, process.getuid?.() === 0 ? { uid, gid } : {});
  onTestFinished(() => void child.kill());
  return child;
}

function socketLocks(): string[] {
  const sockets = join(data, 'postgres.socket');
  const locks = readdirSync(sockets).filter((name) => name.endsWith('.lock'));
  expect(locks).toHaveLength(1);
  return locks.map((name) => join(sockets, name));
}

async function gone(pid: number): Promise<void> {
  while (startMark(pid) !== null) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function kill(run: Run, pids: readonly number[]): Promise<void> {
  run.child.kill('SIGKILL');
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  for (const pid of pids) await gone(pid);
  await run.ended;
}

async function sendCode(mobile: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/auth/otp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mobile }),
  });
  return answer.status;
}

async function inboxOf(mobile: string): Promise<number> {
  const answer = await fetch(
    `http://127.0.0.1:${port}/api/v1/dev/inbox?mobile=${encodeURIComponent(mobile)}`,
  );
  return z.object({ items: z.array(z.unknown()) }).parse(await answer.json()).items.length;
}

afterAll(async () => {
  for (const { child, ended } of runs) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

describe('npm start', () => {
  const mobile = '+59891000001';

  it('runs, rejects a second start and a used port, survives kill -9, and leaves no process behind', async () => {
    const first = start();
    await says(first, `Kerb is running at http://127.0.0.1:${port}`);
    expect(await isReady()).toBe(true);
    expect(await sendCode(mobile)).toBe(201);

    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Kerb is already running with this data (process ${serverPid()}`);

    const elsewhere = start({ KERB_DATA: join(folder, 'other') });
    expect(await elsewhere.ended).toBe(1);
    expect(elsewhere.output()).toContain(`Port ${port} is in use by another program`);
    expect(await isReady()).toBe(true);

    // Kills the server and its parent; PostgreSQL keeps running.
    const orphan = postgresPid();
    await kill(first, [serverPid()]);
    expect(startMark(orphan)).not.toBeNull();
    const third = start();
    await says(third, 'Kerb is running');
    expect(third.output()).toContain('recovered from an earlier run that was killed');
    expect(startMark(orphan)).toBeNull();
    expect(await inboxOf(mobile)).toBe(1);

    // Kills everything; only PostgreSQL's pid file is left, and the lock of its socket, whose process id another program
    // of the same user has got.
    await kill(third, [serverPid(), postgresPid()]);
    expect(existsSync(join(data, 'postgres', 'postmaster.pid'))).toBe(true);
    const other = startAsOwnerOf(join(data, 'postgres'), 'sleep', ['60']);
    for (const lock of socketLocks()) writeFileSync(lock, `${other.pid}\n`);
    const fourth = start();
    await says(fourth, 'Kerb is running');
    expect(await inboxOf(mobile)).toBe(1);

    const pids = [serverPid(), postgresPid()];
    fourth.child.kill('SIGINT');
    expect(await fourth.ended).toBe(0);
    expect(pids.map(startMark)).toEqual([null, null]);
    expect(existsSync(join(data, 'server.lock'))).toBe(false);
  });

  it('stops in order when only the starting process is killed', async () => {
    const run = start();
    await says(run, 'Kerb is running');
    const pids = [serverPid(), postgresPid()];
    run.child.kill('SIGKILL');
    for (const pid of pids) await gone(pid);
    expect(existsSync(join(data, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  it('can be stopped during a start, and starts again', async () => {
    const fresh = join(folder, 'interrupted');
    const run = start({ KERB_DATA: fresh, KERB_CITY: '' });
    await says(run, 'database');
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(0);
    expect(existsSync(join(fresh, 'postgres', 'postmaster.pid'))).toBe(false);
    const again = start({ KERB_DATA: fresh, KERB_CITY: '' });
    await says(again, 'Kerb is running');
    again.child.kill('SIGINT');
    expect(await again.ended).toBe(0);
  });

  it('reports in one sentence that the data folder cannot be created', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const run = start({ KERB_DATA: join(file, 'data') });
    expect(await run.ended).toBe(1);
    expect(run.output()).toMatch(/is not a folder\. Set KERB_DATA/);
    expect(run.output()).not.toContain('    at ');
  });

  it('lists every configuration problem', async () => {
    const run = start({ PORT: 'x', DATABASE_URL: 'nonsense' });
    expect(await run.ended).toBe(1);
    expect(run.output()).toMatch(/PORT: [\s\S]*DATABASE_URL: /);
  });
});
