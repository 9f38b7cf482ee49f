// SQL of notices: the notification history of users and its read state.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';
import type { NoticeKind } from './catalogue/notice-catalogue.ts';

export interface Notice {
  id: string;
  uid: string;
  /** Its origin, as `outbox:<id of the event>` or `campaign:<id>`: at most one notice for each user. */
  source: string;
  kind: NoticeKind;
  title: string;
  body: string;
  screen: string | null;
  params: Record<string, string>;
  /** ms since the epoch */
  at: number;
  read_at: number | null;
}

/** Whose notice it is, and the booking that it is about. */
export interface NoticeAbout {
  uid: string;
  booking: string;
}

type NoticeConditions = ExpressionBuilder<{ notices: Notice }, 'notices'>;

/** How long notices and the record of reminders are retained. */
export const RETENTION_MS = 30 * 24 * 60 * 60_000;

export const noticesRepository = (queries: Queries) => {
  const db = queries.withTables<{ notices: Notice }>();

  /**
   * Locks the unread notices that match, all in the order of their ids: concurrent updates have notices in common, and
   * locked in different orders they could deadlock.
   */
  const lockUnread = (condition: (where: NoticeConditions) => Expression<SqlBool>) =>
    db
      .selectFrom('notices')
      .select('id')
      .where('read_at', 'is', null)
      .where(condition)
      .orderBy('id')
      .forUpdate();

  return {
    /** Inserts the notices; returns those that did not exist before, which must be sent. */
    async addMissing(notices: readonly Notice[]): Promise<Notice[]> {
      if (notices.length === 0) return [];
      return db
        .insertInto('notices')
        .values([...notices])
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .execute();
    },

    /** Newest first, after the last notice of the previous page. */
    page(uid: string, limit: number, after: { at: number; id: string } | null): Promise<Notice[]> {
      return db
        .selectFrom('notices')
        .selectAll()
        .where('uid', '=', uid)
        .$if(after !== null, (query) =>
          query.where(sql<boolean>`(at, id) < (${after?.at ?? 0}::bigint, ${after?.id ?? null}::uuid)`),
        )
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
    },

    async unreadOf(uid: string): Promise<number> {
      const row = await db
        .selectFrom('notices')
        .select(sql<number>`count(*)::int`.as('unread'))
        .where('uid', '=', uid)
        .where('read_at', 'is', null)
        .executeTakeFirstOrThrow();
      return row.unread;
    },

    /** Marks the user's notices with these ids as read, or all without ids; returns whether any was unread. */
    async markRead(uid: string, ids: readonly string[] | undefined, now: number): Promise<boolean> {
      const read = await db
        .updateTable('notices')
        .set({ read_at: now })
        .where(
          'id',
          'in',
          lockUnread((where) =>
            ids === undefined
              ? where('uid', '=', uid)
              : where.and([where('uid', '=', uid), where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)]),
          ),
        )
        .returning('id')
        .execute();
      return read.length > 0;
    },

    /** Marks the user's notices of a kind about a booking as read. */
    async markReadAbout(uid: string, kind: NoticeKind, booking: string, now: number): Promise<boolean> {
      const read = await db
        .updateTable('notices')
        .set({ read_at: now })
        .where(
          'id',
          'in',
          lockUnread((where) =>
            where.and([
              where('uid', '=', uid),
              where('kind', '=', kind),
              where(sql<string>`params ->> 'bookingId'`, '=', booking),
            ]),
          ),
        )
        .returning('id')
        .execute();
      return read.length > 0;
    },

    /**
     * Marks notices of these kinds as read: those of `uids[i]` about `bookings[i]`. Returns the users and bookings of
     * those that were unread. Rows are locked in the same order as by the updates above.
     */
    async markEachReadAbout(
      kinds: readonly NoticeKind[],
      uids: readonly string[],
      bookings: readonly string[],
      now: number,
    ): Promise<NoticeAbout[]> {
      const { rows } = await sql<NoticeAbout>`
        with unread as (
          select id from notices join unnest(${[...uids]}::uuid[], ${[...bookings]}::text[]) as about(person, booking)
            on uid = person and params ->> 'bookingId' = booking
          where kind = any(${[...kinds]}::text[]) and read_at is null order by id for update of notices)
        update notices set read_at = ${now} from unread where notices.id = unread.id
        returning uid, params ->> 'bookingId' as booking`.execute(db);
      return rows;
    },

    /** Deletes the user's notices, and those of others about these bookings, because they name the user. */
    async removeOf(uid: string, bookings: readonly string[]): Promise<void> {
      await db
        .deleteFrom('notices')
        .where((eb) =>
          eb.or([
            eb('uid', '=', uid),
            eb(sql<string>`params ->> 'bookingId'`, '=', sql<string>`any(${[...bookings]}::text[])`),
          ]),
        )
        .execute();
    },

    /** Deletes notices of these admins that name a driver who awaited approval. */
    async removeAboutDriver(driver: string, admins: readonly string[]): Promise<void> {
      await db
        .deleteFrom('notices')
        .where('uid', '=', sql<string>`any(${[...admins]}::uuid[])`)
        .where('kind', 'in', ['driver_waiting', 'vehicle_changed'])
        .where(sql<string>`params ->> 'driver'`, '=', driver)
        .execute();
    },

    async removeOld(now: number): Promise<void> {
      await db
        .deleteFrom('notices')
        .where('at', '<', now - RETENTION_MS)
        .execute();
    },
  };
};
