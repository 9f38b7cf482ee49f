// Servers on one database talk by PostgreSQL's notifications: gathered for a moment, told in few, kept nowhere.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import type { OtherServers, SharedTopic } from '../../ports/other-servers.ts';
import { packMessages } from './pack-messages.ts';

const CHANNEL = 'kerb_servers';
const GATHER_MS = 200;
const RECONNECT_MS = 500;
/** While the database does not answer only the newest are kept: what is older has been said anew. */
const MOST_WAITING = 10_000;

const envelope = z.object({ from: z.string(), said: z.array(z.tuple([z.string(), z.unknown()])) });

export interface PostgresServersDeps {
  connectionString: string;
  pool: Pick<pg.Pool, 'query'>;
  onError: (error: unknown) => void;
}

export function createPostgresServers({
  connectionString,
  pool,
  onError,
}: PostgresServersDeps): OtherServers {
  const me = randomUUID();
  const hearers = new Map<string, ((data: unknown) => void)[]>();
  let waiting: string[] = [];
  let gathering: NodeJS.Timeout | undefined;
  let telling: Promise<void> = Promise.resolve();
  let client: pg.Client | null = null;
  let reconnecting: NodeJS.Timeout | undefined;
  let stopped = false;

  async function tellWaiting(): Promise<void> {
    const said = waiting;
    waiting = [];
    if (said.length === 0) return;
    try {
      // Nothing of this has to outlive a crash, so the disk is not waited for.
      await pool.query(
        `select set_config('synchronous_commit', 'off', true), pg_notify($1, message)
         from unnest($2::text[]) as message`,
        [CHANNEL, packMessages(me, said)],
      );
    } catch (error) {
      onError(error);
    }
  }
  function flush(): Promise<void> {
    clearTimeout(gathering);
    gathering = undefined;
    telling = telling.then(tellWaiting);
    return telling;
  }

  function take(payload: string): void {
    try {
      const { from, said } = envelope.parse(JSON.parse(payload));
      if (from !== me)
        for (const [name, data] of said) for (const hear of hearers.get(name) ?? []) hear(data);
    } catch (error) {
      onError(error);
    }
  }
  function again(): void {
    if (!stopped) reconnecting = setTimeout(() => void connect().catch(retry), RECONNECT_MS);
  }
  function retry(error: unknown): void {
    onError(error);
    again();
  }
  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString, application_name: 'kerb-servers', keepAlive: true });
    next.on('error', (error) => {
      if (!stopped) onError(error);
    });
    next.on('notification', ({ payload }) => take(payload ?? ''));
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    if (stopped) return next.end();
    client = next;
    next.on('end', () => {
      if (client === next) client = null;
      again();
    });
  }

  return {
    tell(topic, message) {
      waiting.push(JSON.stringify([topic.name, message]));
      if (waiting.length > MOST_WAITING) waiting.shift();
      gathering ??= setTimeout(() => void flush(), GATHER_MS);
    },
    hear<Message>(topic: SharedTopic<Message>, listener: (message: Message) => void): void {
      hearers.set(topic.name, [
        ...(hearers.get(topic.name) ?? []),
        (data) => {
          try {
            listener(topic.read(data));
          } catch (error) {
            onError(error);
          }
        },
      ]);
    },
    start: connect,
    async close() {
      stopped = true;
      clearTimeout(reconnecting);
      await flush();
      const open = client;
      client = null;
      await open?.end();
    },
  };
}
