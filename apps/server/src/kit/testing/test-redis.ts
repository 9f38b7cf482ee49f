// Runs a real Redis for tests on a free port, without files: one server, or a cluster of three primaries.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../postgres/free-port.ts';
import { waitFor } from './wait-for.ts';

const run = promisify(execFile);

export interface TestRedis {
  readonly port: number;
  readonly url: string;
  /** Runs a command with redis-cli; returns its output. */
  command(...args: string[]): Promise<string>;
  /** Kills the process; clients see their connections close. */
  kill(): Promise<void>;
  /** Starts it again on the same port, without data. */
  restart(): Promise<void>;
  /** Suspends the process: connections stay open, but nothing is answered. */
  suspend(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** Number of ports that a start tries, because another program may take a free port before Redis listens on it. */
const PORT_TRIES = 5;

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

/** `settings` are pairs of redis-server options, such as `['--requirepass', 'word']`. */
export async function startTestRedis(settings: readonly string[] = []): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-redis-'));
  let port = await freePort();
  const command: TestRedis['command'] = async (...args) =>
    (await run('redis-cli', ['-p', String(port), ...args])).stdout.trim();
  /** Resolves to null when Redis ended, for example because the port is in use. */
  async function start(): Promise<ChildProcess | null> {
    const child = spawn(
      'redis-server',
      [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--dir',
        folder,
        '--save',
        '',
        '--appendonly',
        'no',
        ...settings,
      ],
      { stdio: 'ignore' },
    );
    let failure: Error | undefined;
    child.once('error', (error) => {
      failure = error;
    });
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    /** Another Redis may answer at the port, so the answer is compared with the process that was started. */
    async function answers(): Promise<boolean> {
      const server = await command('info', 'server').catch(() => '');
      return server.includes(`process_id:${child.pid}\r`);
    }
    await waitFor(async () => {
      if (failure !== undefined) throw failure;
      return hasEnded() || (await answers());
    }, 'redis-server');
    return hasEnded() ? null : child;
  }
  async function startAtFreePort(): Promise<ChildProcess> {
    for (let tries = 0; tries < PORT_TRIES; tries += 1) {
      const started = await start();
      if (started !== null) return started;
      port = await freePort();
    }
    throw new Error(`redis-server ended at each of ${PORT_TRIES} ports`);
  }
  let child = await startAtFreePort();
  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await ended(child);
  }
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    command,
    kill,
    async restart() {
      const started = await start();
      if (started === null) throw new Error(`redis-server ended; port ${port} is probably in use`);
      child = started;
    },
    suspend: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface TestRedisCluster {
  readonly url: string;
  /** Primaries and replicas; a failover exchanges their roles. */
  readonly nodes: readonly TestRedis[];
  stop(): Promise<void>;
}

/**
 * Time after which an unresponsive node counts as failed, ms; its replica is promoted 0.5 to 1 s later. Should not
 * exceed the time that servers wait for a heartbeat; Redis itself proposes 15 seconds.
 */
export const NODE_TIMEOUT_MS = 2_000;
const PRIMARIES = 3;

/** Returns a primary that has a replica, with that replica. */
export async function primaryWithReplica(
  nodes: readonly TestRedis[],
): Promise<{ primary: TestRedis; replica: TestRedis }> {
  for (const primary of nodes) {
    const [role, , , port] = (await primary.command('role')).split('\n');
    const replica = nodes.find((node) => String(node.port) === port);
    if (role === 'master' && replica !== undefined) return { primary, replica };
  }
  throw new Error('No primary has a replica');
}

export const isPrimary = async (node: TestRedis): Promise<boolean> =>
  (await node.command('role')).startsWith('master');

/** Three primaries, each with this number of replicas; without replicas, the others keep working when one is lost. */
export async function startTestRedisCluster({ replicas = 0 } = {}): Promise<TestRedisCluster> {
  const settings = [
    '--cluster-enabled',
    'yes',
    '--cluster-require-full-coverage',
    'no',
    '--cluster-node-timeout',
    String(NODE_TIMEOUT_MS),
    '--repl-diskless-sync-delay',
    '0',
  ];
  const nodes: TestRedis[] = [];
  for (let index = 0; index < PRIMARIES * (1 + replicas); index += 1)
    nodes.push(await startTestRedis([...settings, '--cluster-port', String(await freePort())]));
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const shape = ['--cluster-replicas', String(replicas), '--cluster-yes'];
  await run('redis-cli', ['--cluster', 'create', ...addresses, ...shape]);
  const isReady = async (node: TestRedis): Promise<boolean> =>
    (await node.command('cluster', 'info')).includes('cluster_state:ok') &&
    /^master|connected/.test(await node.command('role'));
  for (const node of nodes) await waitFor(() => isReady(node), 'the cluster');
  return {
    url: `redis://${addresses.join(',')}`,
    nodes,
    async stop() {
      for (const node of nodes) await node.stop();
    },
  };
}
