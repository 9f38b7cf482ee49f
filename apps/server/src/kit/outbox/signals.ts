// One connection that listens for the outbox's notifications and holds the leader's lock; it comes back when lost.
import pg from 'pg';

/** Sent by the trigger on insert, when the transaction commits. */
const INSERTED = 'kerb_outbox';
/** Sent by `sequence_outbox_events` when positions were given. */
const SEQUENCED = 'kerb_outbox_sequenced';
/** The advisory lock of the one server that sequences and runs the subscribers. */
const LEADER_LOCK = 5_263_002;
const RECONNECT_MS = 500;
/** A database that takes connections and does not answer, as behind a firewall that drops packets, is tried again. */
const ANSWER_WITHIN_MS = 10_000;
/** PostgreSQL ends the connection of a server that sends no statement for so long: it hangs, and may not hold the lead. */
const IDLE_WITHIN_MS = 20_000;

export interface Signals {
  start(): Promise<void>;
  /**
   * A number while this server holds the lock, as far as its connection knows; another one each time it took the lock.
   * Null while another server holds it. Tries to take it when free.
   */
  lead(): Promise<number | null>;
  /** Whether this server held the lock when it last looked. */
  leads(): boolean;
  stop(): Promise<void>;
}

export interface SignalHandlers {
  onInserted(): void;
  onSequenced(): void;
  /** The connection is new: anything may have been missed, and the lead may be lost. */
  onConnected(): void;
  onError(error: unknown): void;
}

/**
 * PostgreSQL itself notices within half a minute that this server is gone without a word or hangs, and frees the lock of
 * the server that delivers events. $1: after how many ms without a statement.
 */
const NOTICE_LOSS = `
  select set_config(name, value, false) from (values
    ('tcp_keepalives_idle', '10'), ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '3'),
    ('tcp_user_timeout', '20000'), ('idle_session_timeout', $1::text)) as setting (name, value)`;

interface SignalTimes {
  /** After which a connection that does not answer is given up, ms. */
  readonly answerWithinMs?: number;
  /** After which a server that sends no statement loses the lead, ms; longer than `lead` is called apart. */
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
  /** When the connection last answered, by performance.now(). */
  let answeredAt = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** One statement at a time: that is all a connection can do. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };

  /** One that does not answer is given up: it would never answer again. */
  const ask = async <Row extends pg.QueryResultRow>(
    asked: pg.Client,
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> => {
    try {
      const { rows } = await asked.query<Row>(statement, [...values]);
      answeredAt = performance.now();
      return rows;
    } catch (error) {
      lose(asked);
      void asked.end().catch(() => undefined);
      throw error;
    }
  };

  const takeLead = async (): Promise<void> => {
    const current = client;
    if (leads || current === null || stopped) return;
    const [lock] = await ask<{ won: boolean }>(current, 'select pg_try_advisory_lock($1) as won', [
      LEADER_LOCK,
    ]);
    leads = client === current && lock?.won === true;
    if (leads) leadsTaken += 1;
  };

  const isOverdue = (): boolean => performance.now() - answeredAt > answerWithinMs;
  /** The lock may be another server's by now, and no notification comes over a connection that is silent. */
  const checkLead = async (): Promise<void> => {
    if (client !== null && leads && isOverdue()) await ask(client, 'select 1');
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
    next.on('notification', ({ channel }) => {
      if (channel === INSERTED) handlers.onInserted();
      else handlers.onSequenced();
    });
    try {
      await next.connect();
      await next.query(NOTICE_LOSS, [String(idleWithinMs)]);
      await next.query(`listen ${INSERTED}`);
      await next.query(`listen ${SEQUENCED}`);
    } catch (error) {
      // As at a standby that is not promoted yet: left open, they would fill the database.
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
