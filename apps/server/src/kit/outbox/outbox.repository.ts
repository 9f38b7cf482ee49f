// SQL of the outbox: appends events, assigns positions, reads by position, stores cursors, removes old events.
import { type Generated, sql } from 'kysely';
import { deferToCommit } from '../db/before-commit.ts';
import type { Queries, Tx } from '../db/tables.ts';

export interface NewEvent {
  /** Name of the event in the form noun.verb: "booking.changed". */
  name: string;
  /** Internal topics such as "booking:<id>" whose subscribers on the live socket receive the event. May be empty. */
  topics: readonly string[];
  /** Contains only ids and statuses; clients fetch everything else through the API. */
  data: Record<string, unknown>;
}

export interface StoredEvent extends NewEvent {
  /** Stays the same when the event gets another position after a crash. */
  id: number;
  position: number;
  /** ms since the epoch */
  at: number;
}

type OutboxTables = {
  outbox_events: {
    id: Generated<number>;
    position: number | null;
    name: string;
    topics: string[];
    data: Record<string, unknown>;
    created_at: Generated<Date>;
  };
  outbox_heads: { only_row: Generated<boolean>; position: number; removed_through: number };
  outbox_cursors: { subscriber: string; position: number; updated_at: Generated<Date> };
  outbox_failures: {
    subscriber: string;
    position: number;
    name: string;
    data: Record<string, unknown>;
    error: string;
    failed_at: Generated<Date>;
  };
};

/** Appends the event in the caller's transaction: it is published if, and only if, the transaction commits. */
export async function appendEvent(tx: Tx, event: NewEvent): Promise<void> {
  await appendEvents(tx, [event]);
}

/** Maximum number of events per statement: each has four values, and a statement at most 65,535. */
const EVENTS_A_STATEMENT = 1_000;

async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += EVENTS_A_STATEMENT) {
    const rows = events
      .slice(from, from + EVENTS_A_STATEMENT)
      .map(({ name, topics, data }) => ({ name, topics: [...topics], data, position: null }));
    await tx.withTables<OutboxTables>().insertInto('outbox_events').values(rows).execute();
  }
}

const waiting = new WeakMap<Tx, NewEvent[]>();

/**
 * The same for several events, in order. All events of a transaction are inserted in one statement directly before its
 * commit.
 */
export async function appendEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const earlier = waiting.get(tx);
  if (earlier !== undefined) {
    earlier.push(...events);
    return;
  }
  const all = [...events];
  const isDeferred = deferToCommit(tx, () => {
    waiting.delete(tx);
    return insertEvents(tx, all);
  });
  if (isDeferred) waiting.set(tx, all);
  else await insertEvents(tx, all);
}

interface EventRow {
  id: number;
  position: number | null;
  name: string;
  topics: string[];
  data: Record<string, unknown>;
  created_at: Date;
}

const present = (row: EventRow): StoredEvent => ({
  id: row.id,
  position: row.position ?? 0,
  name: row.name,
  topics: row.topics,
  data: row.data,
  at: row.created_at.getTime(),
});

/** Queries that read the outbox or maintain it. They run outside the transactions of use cases. */
export function outboxRepository(queries: Queries) {
  const db = queries.withTables<OutboxTables>();
  const inOrder = () =>
    db
      .selectFrom('outbox_events')
      .select(['id', 'position', 'name', 'topics', 'data', 'created_at'])
      .orderBy('position');

  return {
    /**
     * Assigns positions to at most `limit` committed events, oldest first, notifies the other servers, and returns the
     * events. The positions are not flushed to the disk; after a crash the events get others, which are much higher.
     */
    async sequence(limit: number): Promise<StoredEvent[]> {
      // The row lock on the head makes a second sequencer wait, in any process.
      const result = await sql<EventRow>`
        select id, position, name, topics, data, created_at
        from sequence_outbox_batch(${limit}) order by position`.execute(db);
      return result.rows.map(present);
    },

    /** The highest assigned position. */
    async head(): Promise<number> {
      const row = await db.selectFrom('outbox_heads').select('position').executeTakeFirstOrThrow();
      return row.position;
    },

    /** Events up to and including this position may have been removed. */
    async removedThrough(): Promise<number> {
      const row = await db.selectFrom('outbox_heads').select('removed_through').executeTakeFirstOrThrow();
      return row.removed_through;
    },

    async readSince(position: number, limit: number): Promise<StoredEvent[]> {
      return (await inOrder().where('position', '>', position).limit(limit).execute()).map(present);
    },

    async readTopicsSince(
      topics: readonly string[],
      position: number,
      limit: number,
    ): Promise<StoredEvent[]> {
      const rows = await inOrder()
        .where('position', '>', position)
        .where('topics', '&&', sql<string[]>`${[...topics]}::text[]`)
        .limit(limit)
        .execute();
      return rows.map(present);
    },

    async readNamesSince(names: readonly string[], position: number, limit: number): Promise<StoredEvent[]> {
      const rows = await inOrder()
        .where('position', '>', position)
        .where('name', 'in', [...names])
        .limit(limit)
        .execute();
      return rows.map(present);
    },

    /** Position of the subscriber; a new subscriber starts at the head. */
    async cursor(subscriber: string): Promise<number> {
      await db
        .insertInto('outbox_cursors')
        .columns(['subscriber', 'position'])
        .expression((eb) =>
          eb.selectFrom('outbox_heads').select([sql.val(subscriber).as('subscriber'), 'position']),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const row = await db
        .selectFrom('outbox_cursors')
        .select('position')
        .where('subscriber', '=', subscriber)
        .executeTakeFirstOrThrow();
      return row.position;
    },

    async moveCursor(subscriber: string, position: number): Promise<void> {
      await db
        .updateTable('outbox_cursors')
        .set({ position, updated_at: sql`now()` })
        .where('subscriber', '=', subscriber)
        .where('position', '<', position)
        .execute();
    },

    async recordFailure(subscriber: string, event: StoredEvent, error: string): Promise<void> {
      await db
        .insertInto('outbox_failures')
        .values({ subscriber, position: event.position, name: event.name, data: event.data, error })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /**
     * Number of events without a position, and the age in seconds of the oldest event that one of these subscribers has
     * not handled.
     */
    async lag(subscribers: readonly string[]): Promise<{ unsequenced: number; oldestSeconds: number }> {
      const result = await sql<{ unsequenced: number; oldestSeconds: number }>`
        select count(*) filter (where position is null) as unsequenced,
          coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as "oldestSeconds"
        from outbox_events
        where position is null or position > (
          select min(position) from outbox_cursors where subscriber = any(${[...subscribers]}::text[]))`.execute(
        db,
      );
      return result.rows[0] ?? { unsequenced: 0, oldestSeconds: 0 };
    },

    /**
     * Removes at most `limit` events older than `before` that all of these subscribers have passed; returns their
     * number. Cursors of subscribers from an older release are ignored.
     */
    async removeOld(before: Date, subscribers: readonly string[], limit: number): Promise<number> {
      return db.transaction().execute(async (tx) => {
        const result = await sql<{ removed: number; last: number }>`
          with removed as (
            delete from outbox_events where id in (
              select id from outbox_events where created_at < ${before} and position is not null
                and position <= coalesce(
                  (select min(position) from outbox_cursors where subscriber = any(${[...subscribers]}::text[])),
                  (select position from outbox_heads))
              order by created_at limit ${limit})
            returning position)
          select count(*) as removed, coalesce(max(position), 0) as last from removed`.execute(tx);
        const { removed, last } = result.rows[0] ?? { removed: 0, last: 0 };
        await tx
          .updateTable('outbox_heads')
          .set({ removed_through: last })
          .where('removed_through', '<', last)
          .execute();
        return removed;
      });
    },
  };
}

export type OutboxRepository = ReturnType<typeof outboxRepository>;
