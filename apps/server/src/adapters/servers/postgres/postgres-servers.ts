// Messages between servers on one database through PostgreSQL's NOTIFY: batched, delivered at most once, never stored.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import { atMost } from '../../../kit/at-most.ts';
import type { OtherServers } from '../../../ports/other-servers.ts';
import { createListeners, HERE, type ListenerDeps } from '../listeners.ts';
import { packMessages } from './pack-messages.ts';

const CHANNEL = 'kerb_servers';
const GATHER_MS = 200;
const RECONNECT_MS = 500;
/** Timeout of connecting and of a statement, ms. */
const CONNECT_WITHIN_MS = 10_000;
/** Interval at which each server publishes a heartbeat, which it also receives itself, ms. */
const BEAT_MS = 5_000;
/** Time without a returned own message after which an open connection counts as dead, ms. */
const SILENT_MS = 15_000;
/** Maximum time that a stop waits for buffered messages, ms. */
const CLOSE_WITHIN_MS = 2_000;
/**
 * Maximum number of messages buffered while the database does not answer; the oldest are dropped, because newer ones
 * have replaced them.
 */
const MAX_WAITING = 10_000;

const envelope = z.object({ from: z.string(), said: z.array(z.tuple([z.string(), z.unknown()])) });

export interface PostgresServersDeps {
  connectionString: string;
  pool: Pick<pg.Pool, 'query'>;
  onError: (error: unknown) => void;
  onUnread: ListenerDeps['onUnread'];
  /** Id of this server among the others; random by default. */
  id?: string;
  /** Called with another server's id for every batch received from it, so at least every five seconds. */
  onServer?: (id: string) => void;
  /** Overridden by tests: the heartbeat interval, and the time after which a connection counts as dead, ms. */
  beat?: { everyMs: number; silentMs: number };
}

export function createPostgresServers({
  connectionString,
  pool,
  onError,
  onUnread,
  id: me = randomUUID(),
  onServer,
  beat = { everyMs: BEAT_MS, silentMs: SILENT_MS },
}: PostgresServersDeps): OtherServers {
  const listeners = createListeners({ onUnread, onError });
  let waiting: string[] = [];
  let gathering: NodeJS.Timeout | undefined;
  let publishing: Promise<void> = Promise.resolve();
  let client: pg.Client | null = null;
  /** ms since the epoch; null while the connection that receives is lost. */
  let receivingSince: number | null = null;
  let reconnecting: NodeJS.Timeout | undefined;
  let beating: NodeJS.Timeout | undefined;
  /**
   * Time at which the oldest sent message that has not come back was sent, in ms of performance.now(); null when all
   * have.
   */
  let unconfirmedSince: number | null = null;
  let stopped = false;

  async function publishWaiting(): Promise<void> {
    const messages = waiting;
    waiting = [];
    if (messages.length === 0) return;
    try {
      // These messages need not survive a crash, so the commit does not wait for the disk.
      await pool.query(
        `select set_config('synchronous_commit', 'off', true), pg_notify($1, message)
         from unnest($2::text[]) as message`,
        [CHANNEL, packMessages(me, messages)],
      );
      unconfirmedSince ??= performance.now();
    } catch (error) {
      onError(error);
    }
  }
  function flush(): Promise<void> {
    clearTimeout(gathering);
    gathering = undefined;
    publishing = publishing.then(publishWaiting);
    return publishing;
  }

  function take(payload: string): void {
    unconfirmedSince = null;
    try {
      const { from, said } = envelope.parse(JSON.parse(payload));
      if (from === me) return;
      onServer?.(from);
      for (const [name, data] of said) listeners.call(name, data, false);
    } catch (error) {
      onUnread('invalid', error);
    }
  }
  function notify(part: string): void {
    waiting.push(part);
    if (waiting.length > MAX_WAITING) waiting.shift();
    gathering ??= setTimeout(() => void flush(), GATHER_MS);
  }
  function again(): void {
    if (!stopped) reconnecting = setTimeout(() => void connect().catch(retry), RECONNECT_MS);
  }
  function retry(error: unknown): void {
    onError(error);
    again();
  }
  function handleDisconnect(lost: pg.Client): void {
    if (client !== lost) return;
    client = null;
    receivingSince = null;
    again();
  }
  /**
   * Reconnects when a sent message has not come back in time: a silently dead connection reports no error. Also sends
   * the heartbeat.
   */
  function checkHeartbeat(): void {
    if (
      client !== null &&
      unconfirmedSince !== null &&
      performance.now() - unconfirmedSince > beat.silentMs
    ) {
      onError(new Error('The connection to the database that receives from the other servers is dead'));
      const dead = client;
      handleDisconnect(dead);
      void dead.end().catch(() => undefined);
    }
    notify(JSON.stringify([HERE, null]));
  }
  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      application_name: 'kerb-servers',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: CONNECT_WITHIN_MS,
    });
    next.on('error', (error) => {
      if (!stopped) onError(error);
    });
    next.on('notification', ({ payload }) => take(payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      void next.end().catch(() => undefined);
      throw error;
    }
    if (stopped) return next.end();
    client = next;
    receivingSince = Date.now();
    unconfirmedSince = null;
    next.on('end', () => handleDisconnect(next));
  }
  async function end(): Promise<void> {
    await flush();
    const open = client;
    client = null;
    await open?.end();
  }

  return {
    publish(topic, message) {
      notify(JSON.stringify([topic.name, message]));
    },
    subscribe: listeners.add,
    // Every server receives all messages, so areas need no tracking.
    need: async () => true,
    release: () => undefined,
    receives: () => true,
    refreshArea: async () => true,
    refreshKeys: async () => true,
    forget: () => undefined,
    onGap: () => undefined,
    receivingSince: () => receivingSince,
    async start() {
      await connect();
      beating = setInterval(checkHeartbeat, beat.everyMs);
    },
    async close() {
      stopped = true;
      clearTimeout(reconnecting);
      clearInterval(beating);
      await atMost(CLOSE_WITHIN_MS, end().catch(onError));
    },
  };
}
