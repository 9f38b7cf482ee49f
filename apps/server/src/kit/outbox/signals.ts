// Holds one connection that listens for the outbox's notifications and takes the leader lock; reconnects when it is
// lost.
import pg from 'pg';

/** Channel on which the insert trigger notifies at the commit. */
const INSERTED = 'kerb_outbox';
/** Channel on which `sequence_outbox_batch` notifies after it assigned positions, with the last one. */
const SEQUENCED = 'kerb_outbox_sequenced';
/** Key of the advisory lock held by the one server that sequences events and runs the subscribers. */
const LEADER_LOCK = 5_263_002;
const RECONNECT_MS = 500;
/**
 * Time after which an unanswered connection is closed and retried, ms, for example behind a firewall that drops
 * packets.
 */
const ANSWER_WITHIN_MS = 10_000;
/**
 * PostgreSQL ends the session of a server that sends no statement for so long, ms: the server hangs and must not stay
 * leader.
 */
const IDLE_WITHIN_MS = 20_000;

export interface Signals {
  start(): Promise<void>;
  /**
   * Returns a number while this server is the leader, as far as its connection knows; the number differs for each time
   * it took the lock. Null while another server is the leader. Tries to take a free lock.
   */
  lead(): Promise<number | null>;
  /** Whether this server was the leader at the last check. */
  leads(): boolean;
  stop(): Promise<void>;
}

export interface SignalHandlers {
  onInserted(): void;
  /** Called with the last position; null when a server of an earlier release assigned it. */
  onSequenced(position: number | null): void;
  /** A new connection was opened: notifications may have been missed, and leadership may be lost. */
  onConnected(): void;
  onError(error: unknown): void;
}

/**
 * Settings with which PostgreSQL detects within half a minute that this server vanished or hangs, so that it frees the
 * leader lock. $1 is the idle time limit in ms.
 */
const NOTICE_LOSS = `
  select set_config(name, value, false) from (values
    ('tcp_keepalives_idle', '10'), ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '3'),
    ('tcp_user_timeout', '20000'), ('idle_session_timeout', $1::text)) as setting (name, value)`;

interface SignalTimes {
  /** Time after which an unanswered connection is closed, ms. */
  readonly answerWithinMs?: number;
  /**
   * Idle time after which PostgreSQL ends the leader's session, ms; must be longer than the interval between calls of
   * `lead`.
   */
  readonly idleWithinMs?: number;
}

export function createSignals(
  connectionString: string,
  handlers: SignalHandlers,
  { answerWithinMs = ANSWER_WITHIN_MS, idleWithinMs = IDLE_WITHIN_MS }: SignalTimes = {},
): Signals {
  let client: pg.Client | null = null;
  let leads = false;
  let leadsTaken = 0;
  /** Time of the last answer on the connection, in ms of performance.now(). */
  let answeredAt = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs one statement at a time, because a connection cannot run several. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };

  /** Closes a connection that does not answer, because it would never answer again. */
  const runQuery = async <Row extends pg.QueryResultRow>(
    connection: pg.Client,
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> => {
    try {
      const { rows } = await connection.query<Row>(statement, [...values]);
      answeredAt = performance.now();
      return rows;
    } catch (error) {
      lose(connection);
      void connection.end().catch(() => undefined);
      throw error;
    }
  };

  const takeLead = async (): Promise<void> => {
    const current = client;
    if (leads || current === null || stopped) return;
    const [lock] = await runQuery<{ won: boolean }>(current, 'select pg_try_advisory_lock($1) as won', [
      LEADER_LOCK,
    ]);
    leads = client === current && lock?.won === true;
    if (leads) leadsTaken += 1;
  };

  const isOverdue = (): boolean => performance.now() - answeredAt > answerWithinMs;
  /**
   * Verifies a connection that has been silent: another server may have the lock by now, and notifications may be lost.
   */
  const checkLead = async (): Promise<void> => {
    if (client !== null && leads && isOverdue()) await runQuery(client, 'select 1');
  };

  const lose = (lost: pg.Client) => {
    if (client !== lost) return;
    client = null;
    leads = false;
    if (!stopped) timer = setTimeout(() => void connect().catch(retry), RECONNECT_MS);
  };
  const retry = (error: unknown) => {
    handlers.onError(error);
    if (!stopped) timer = setTimeout(() => void connect().catch(retry), RECONNECT_MS);
  };

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      application_name: 'kerb-outbox',
      keepAlive: true,
      keepAliveInitialDelayMillis: answerWithinMs,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
    });
    next.on('error', (error) => {
      if (!stopped) handlers.onError(error);
      lose(next);
    });
    next.on('end', () => lose(next));
    next.on('notification', ({ channel, payload }) => {
      if (channel === INSERTED) handlers.onInserted();
      else handlers.onSequenced(payload ? Number(payload) : null);
    });
    try {
      await next.connect();
      await next.query(NOTICE_LOSS, [String(idleWithinMs)]);
      await next.query(`listen ${INSERTED}`);
      await next.query(`listen ${SEQUENCED}`);
    } catch (error) {
      // Closes the connection when LISTEN fails, for example on a standby that is not promoted yet; open ones would use
      // up the database's connections.
      void next.end().catch(() => undefined);
      throw error;
    }
    client = next;
    handlers.onConnected();
  }

  return {
    start: connect,
    async lead() {
      if (!leads) await inTurn(takeLead);
      else if (isOverdue()) await inTurn(checkLead);
      return leads ? leadsTaken : null;
    },
    leads: () => leads,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const open = client;
      client = null;
      leads = false;
      await open?.end();
    },
  };
}
