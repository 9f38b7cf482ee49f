// Starts three servers behind HAProxy, with the PostgreSQL and Redis that they share, on free ports of this machine.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '../../apps/server/src/kit/package-root.ts';
import { freePort } from '../../apps/server/src/kit/postgres/free-port.ts';
import { startTestRedisCluster, type TestRedis } from '../../apps/server/src/kit/testing/test-redis.ts';
import { type DatabaseLink, startDatabaseLink } from './database-link.ts';
import { type ClusterProgram, startClusterProgram } from './program.ts';
import { type Endings, startDatabase } from './start-database.ts';

const SERVERS = 3;
const HOST = '127.0.0.1';

export interface ClusterOptions {
  /**
   * Number of HAProxy processes that share the port, 1 by default. Each needs two files for a connection, and may
   * open a limited number.
   */
  readonly proxies?: number;
  /** Port of HAProxy; a free one by default. */
  readonly port?: number;
  /** Additional environment variables of the servers. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Server program of another version, which also creates the tables; the program of this checkout by default. */
  readonly program?: string;
  /** Called before each part is started. */
  readonly onStep?: (name: string, detail: string) => void;
}

export interface ClusterServer {
  readonly origin: string;
  readonly isRunning: boolean;
  /** Resolves when the server is ready. `program` replaces the server's program from now on; default: unchanged. */
  start(program?: string): Promise<void>;
  /** Resolves with the exit code; null when the program had to be ended by a signal or is not running. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
  /** Stops the server's process with SIGSTOP until `resume`; its connections stay open. */
  suspend(): void;
  resume(): void;
  /** The proxy between this server and all addresses of PostgreSQL. */
  readonly databaseLink: DatabaseLink;
}

export interface Cluster {
  /** Origin of HAProxy. */
  readonly origin: string;
  readonly servers: readonly ClusterServer[];
  /** Folder that contains the log of each program. */
  readonly folder: string;
  /** Connection string of the current primary without PgBouncer, valid before and after a failover. */
  readonly databaseUrl: string;
  /** Nodes of Redis: three primaries, each with a third of the channels, and their replicas. */
  readonly redis: readonly TestRedis[];
  /** Kills the primary of PostgreSQL and promotes its replica. Can be called once only. */
  failOver(): Promise<void>;
  /** Ends all programs and removes the folder. */
  stop(): Promise<void>;
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/ready`)).ok;
  } catch {
    return false;
  }
}

/** Creates a server's data folder, with links to the files and cities that all servers share. */
function makeDataFolder(folder: string, name: string): string {
  const data = join(folder, name);
  mkdirSync(data);
  for (const shared of ['files', 'cities']) {
    mkdirSync(join(folder, shared), { recursive: true });
    symlinkSync(join(folder, shared), join(data, shared));
  }
  return data;
}

/** Path of the server program built from this checkout. */
export const presentProgram = (): string => join(workspaceRoot(), 'apps', 'server', 'dist', 'main.js');

interface ServerOptions {
  readonly folder: string;
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly program: string;
}

async function createServer({
  folder,
  name,
  variables,
  program: first,
}: ServerOptions): Promise<ClusterServer> {
  const port = await freePort();
  const origin = `http://${HOST}:${port}`;
  const databaseLink = await startDatabaseLink(folder, name, variables);
  const env = {
    ...variables,
    ...databaseLink.variables,
    PORT: String(port),
    HOST,
    KERB_DATA: makeDataFolder(folder, name),
  };
  let file = first;
  let running: ClusterProgram | null = null;
  return {
    origin,
    databaseLink,
    get isRunning() {
      return running?.isRunning ?? false;
    },
    async start(program = file) {
      file = program;
      running = startClusterProgram({
        command: process.execPath,
        args: [file],
        env,
        logFile: join(folder, `${name}.log`),
      });
      await running.untilReady(() => isReady(origin));
    },
    stop: async () => (await running?.stop()) ?? null,
    kill: async () => running?.kill(),
    suspend: () => running?.suspend(),
    resume: () => running?.resume(),
  };
}

async function startProxy(folder: string, port: number, servers: readonly ClusterServer[]) {
  const addresses = servers.map(({ origin }, index) => [`KERB_SERVER_${index + 1}`, new URL(origin).host]);
  const program = startClusterProgram({
    command: process.env.HAPROXY_PATH || 'haproxy',
    args: ['-db', '-f', join(import.meta.dirname, 'haproxy.cfg')],
    env: { KERB_HTTP: `${HOST}:${port}`, ...Object.fromEntries(addresses) },
    logFile: join(folder, 'haproxy.log'),
  });
  await program.untilReady(() => isReady(`http://${HOST}:${port}`));
  return program;
}

/** Requires the built programs, and redis-server, redis-cli, pgbouncer and haproxy in PATH. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { port = await freePort(), variables = {}, program, proxies = 1, onStep = () => undefined } = options;
  const folder = mkdtempSync(join(tmpdir(), 'kerb-cluster-'));
  const endings: Endings = [async () => rmSync(folder, { recursive: true })];
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    onStep('redis', 'three nodes, each with a replica');
    const redisStarts = startTestRedisCluster({ replicas: 1 });
    const redisEnds = redisStarts.then(
      ({ stop: end }) => end,
      () => null,
    );
    endings.push(async () => (await redisEnds)?.());
    onStep('database', 'PostgreSQL, its replica and PgBouncer');
    const database = await startDatabase(folder, endings, { hasTables: program === undefined });
    const redis = await redisStarts;
    const shared = {
      KERB_MODE: 'demo',
      KERB_SECRET: randomBytes(32).toString('hex'),
      TRUST_PROXY: 'true',
      ...variables,
      ...database.variables,
      REDIS_URL: redis.url,
    };
    const servers: ClusterServer[] = [];
    endings.push(
      async () => void (await Promise.all(servers.map(({ databaseLink }) => databaseLink.stop()))),
    );
    endings.push(async () => void (await Promise.all(servers.map((server) => server.stop()))));
    for (let index = 1; index <= SERVERS; index += 1) {
      onStep(`server ${index}`, index === 1 ? 'imports the city' : 'finds the city');
      const server = await createServer({
        folder,
        name: `server-${index}`,
        variables: shared,
        program: program ?? presentProgram(),
      });
      servers.push(server);
      await server.start();
    }
    onStep('proxy', 'HAProxy');
    for (let count = 0; count < proxies; count += 1) {
      const proxy = await startProxy(folder, port, servers);
      endings.push(async () => void (await proxy.stop()));
    }
    return {
      origin: `http://${HOST}:${port}`,
      servers,
      folder,
      databaseUrl: database.directUrl,
      redis: redis.nodes,
      failOver: database.failOver,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
