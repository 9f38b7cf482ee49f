// Runs one HAProxy between a server and all its PostgreSQL addresses, so that this server alone can be disconnected.
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../apps/server/src/kit/postgres/free-port.ts';
import { startClusterProgram } from './program.ts';

const HOST = '127.0.0.1';
const ADDRESSES = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const;

export interface DatabaseLink {
  /** The connection strings of PostgreSQL, through the link. */
  readonly variables: Readonly<Record<string, string>>;
  /** Stops all traffic until `resume`. Connections stay open; the kernel still accepts new ones, without a response. */
  suspend(): void;
  resume(): void;
  /** Closes all connections and refuses new ones until `start`. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: HOST, port });
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/** `variables` contain the server's connection strings of PostgreSQL. */
export async function startDatabaseLink(
  folder: string,
  name: string,
  variables: Readonly<Record<string, string>>,
): Promise<DatabaseLink> {
  const env: Record<string, string> = {};
  const through: Record<string, string> = {};
  const ports: number[] = [];
  for (const [index, address] of ADDRESSES.entries()) {
    const url = new URL(variables[address] ?? '');
    const port = await freePort();
    ports.push(port);
    env[`KERB_BEHIND_${index + 1}`] = url.host;
    url.host = `${HOST}:${port}`;
    env[`KERB_LINK_${index + 1}`] = url.host;
    through[address] = url.toString();
  }
  const launch = () =>
    startClusterProgram({
      command: process.env.HAPROXY_PATH || 'haproxy',
      args: ['-db', '-f', join(import.meta.dirname, 'database-link-haproxy.cfg')],
      env,
      logFile: join(folder, `${name}-database.log`),
    });
  let program = launch();
  const untilOpen = () =>
    program.untilReady(async () => (await Promise.all(ports.map(isOpen))).every(Boolean));
  await untilOpen();
  return {
    variables: through,
    suspend: () => program.suspend(),
    resume: () => program.resume(),
    kill: () => program.kill(),
    async start() {
      program = launch();
      await untilOpen();
    },
    // A suspended program would not react to SIGTERM.
    stop: () => program.kill(),
  };
}
