// A server's own way to PostgreSQL: HAProxy in front of all its addresses, so that one server can be cut off alone.
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../apps/server/src/kit/postgres/free-port.ts';
import { startClusterProgram } from './program.ts';

const HOST = '127.0.0.1';
const ADDRESSES = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const;

export interface DatabaseLink {
  /** The server's addresses of PostgreSQL, through the link. */
  readonly variables: Readonly<Record<string, string>>;
  /** Nothing passes until `resume`; connections stay open, and new ones are accepted by this machine alone. */
  suspend(): void;
  resume(): void;
  /** Connections are closed, and new ones are refused until `start`. */
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

/** `variables` hold the server's addresses of PostgreSQL. */
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
    // A suspended program would not end in order.
    stop: () => program.kill(),
  };
}
