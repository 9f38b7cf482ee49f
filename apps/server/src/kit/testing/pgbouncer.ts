// Runs PgBouncer in front of the tests' PostgreSQL, in transaction mode and with few connections to the database.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../postgres/free-port.ts';
import { chooseRunAs, commandOf, giveTo } from '../postgres/run-as.ts';
import { waitFor } from './wait-for.ts';

export interface PgBouncer {
  /** Address of the same database through the pooler. */
  through(connectionString: string): string;
  stop(): Promise<void>;
}

export interface PgBouncerOptions {
  /** Address of PostgreSQL, to whose host and port the pooler connects. */
  readonly connectionString: string;
  /** Passwords by user, for clients as well as for PostgreSQL. */
  readonly users: Readonly<Record<string, string>>;
  /** Maximum number of connections to PostgreSQL per user. */
  readonly poolSize: number;
}

const settingsOf = (
  folder: string,
  port: number,
  { connectionString, poolSize }: PgBouncerOptions,
): string => {
  const { hostname, port: upstream } = new URL(connectionString);
  return `[databases]
* = host=${hostname} port=${upstream || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
; After a failover the new primary is tried again at once, not after 15 seconds.
server_login_retry = 1
; A client gets another connection each time, not the one that was used last.
server_round_robin = 1
`;
};

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

function launch(folder: string): ChildProcess {
  const program = process.env.PGBOUNCER_PATH || 'pgbouncer';
  const runAs = chooseRunAs(program, folder);
  giveTo(folder, runAs.owner);
  const [command, ...args] = commandOf(runAs, program, ['--quiet', join(folder, 'pgbouncer.ini')]);
  return spawn(command, args, { ...runAs.identity, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Requires the program `pgbouncer` in PATH, or at PGBOUNCER_PATH. */
export async function startPgBouncer(options: PgBouncerOptions): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-pgbouncer-'));
  const port = await freePort();
  const users = Object.entries(options.users).map(([user, password]) => `"${user}" "${password}"\n`);
  writeFileSync(join(folder, 'pgbouncer.ini'), settingsOf(folder, port, options));
  writeFileSync(join(folder, 'users.txt'), users.join(''), { mode: 0o600 });
  const child = launch(folder);
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.on('error', (error) => {
    output += error.message;
  });
  await Promise.race([
    waitFor(() => accepts(port), 'PgBouncer to accept connections'),
    ended.then(() => Promise.reject(new Error(`PgBouncer ended: ${output}`))),
  ]);
  return {
    through(connectionString) {
      const url = new URL(connectionString);
      url.searchParams.delete('host');
      url.hostname = '127.0.0.1';
      url.port = String(port);
      return url.toString();
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
