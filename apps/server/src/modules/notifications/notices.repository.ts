// The SQL of notices: what users were notified of, and what they have read of it.
import { sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';
import type { NoticeKind } from './catalogue/notice-catalogue.ts';

export interface Notice {
  id: string;
  uid: string;
  /** What it comes from, as `event:<position>` or `campaign:<id>`: once for each person. */
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

/** How long notices and the record of reminders are retained. */
export const RETENTION_MS = 30 * 24 * 60 * 60_000;

export const noticesRepository = (queries: Queries) => {
  const db = queries.withTables<{ notices: Notice }>();
  return {
    /** Returns the notices that were not there yet: those to send. */
    async addMissing(notices: readonly Notice[]): Promise<Notice[]> {
      if (notices.length === 0) return [];
      return db
        .insertInto('notices')
        .values([...notices])
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .execute();
    },

    /** Newest first, after the last of the page before. */
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

    /** The person's own alone, all of them without ids; answers whether any was unread. */
    async markRead(uid: string, ids: readonly string[] | undefined, now: number): Promise<boolean> {
      const read = await db
        .updateTable('notices')
        .set({ read_at: now })
        .where('uid', '=', uid)
        .where('read_at', 'is', null)
        .$if(ids !== undefined, (query) =>
          query.where('id', '=', sql<string>`any(${[...(ids ?? [])]}::uuid[])`),
        )
        .returning('id')
        .execute();
      return read.length > 0;
    },

    /** The person's of a kind about a booking. */
    async markReadAbout(uid: string, kind: NoticeKind, booking: string, now: number): Promise<boolean> {
      const read = await db
        .updateTable('notices')
        .set({ read_at: now })
        .where('uid', '=', uid)
        .where('kind', '=', kind)
        .where(sql<string>`params ->> 'bookingId'`, '=', booking)
        .where('read_at', 'is', null)
        .returning('id')
        .execute();
      return read.length > 0;
    },

    /** The user's own, and those of others about these bookings: they name the user. */
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

    /** Notices of these admins that name a driver who waited for approval. */
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
