// Provides one address of the database: HAProxy forwards connections to the primary and, after a failover, to the
// former replica.
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../apps/server/src/kit/postgres/free-port.ts';
import { startClusterProgram } from './program.ts';

const HOST = '127.0.0.1';

export interface DatabaseAddress {
  /** Returns the connection string with this address instead of its own host and port. */
  through(connectionString: string): string;
  /** Closes the connections to the primary and accepts no new ones. */
  leavePrimary(): Promise<void>;
  /** Forwards new connections to the former replica. */
  leadToReplica(): Promise<void>;
  stop(): Promise<void>;
}

const hostOf = (connectionString: string): string => new URL(connectionString).host;

/** Sends a command to the control socket of HAProxy; returns its answer. */
async function command(socketFile: string, text: string): Promise<string> {
  const socket = connect(socketFile);
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  socket.end(`${text}\n`);
  await once(socket, 'close');
  return answer.trim();
}

/** Sends a command that changes a setting; throws when HAProxy returns an error. */
async function change(socketFile: string, text: string): Promise<void> {
  const answer = await command(socketFile, text);
  if (answer !== '') throw new Error(`HAProxy answered ${answer} to ${text}`);
}

/** `primary` and `replica` are connection strings with a TCP host and port. */
export async function startDatabaseAddress(
  folder: string,
  { primary, replica }: { primary: string; replica: string },
): Promise<DatabaseAddress> {
  const port = await freePort();
  const control = join(folder, 'postgres-haproxy.sock');
  const program = startClusterProgram({
    command: process.env.HAPROXY_PATH || 'haproxy',
    args: ['-db', '-f', join(import.meta.dirname, 'postgres-haproxy.cfg')],
    env: {
      KERB_POSTGRES: `${HOST}:${port}`,
      KERB_POSTGRES_CONTROL: control,
      KERB_PRIMARY: hostOf(primary),
      KERB_REPLICA: hostOf(replica),
    },
    logFile: join(folder, 'postgres-haproxy.log'),
  });
  await program.untilReady(() =>
    command(control, 'show info').then(
      () => true,
      () => false,
    ),
  );
  return {
    through(connectionString) {
      const url = new URL(connectionString);
      url.host = `${HOST}:${port}`;
      return url.toString();
    },
    async leavePrimary() {
      await change(control, 'set server postgres/primary state maint');
      await change(control, 'shutdown sessions server postgres/primary');
    },
    leadToReplica: () => change(control, 'set server postgres/replica state ready'),
    stop: async () => void (await program.stop()),
  };
}
