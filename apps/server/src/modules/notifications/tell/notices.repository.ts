// The SQL of notices: what people were told, and what they have read of it.
import { sql } from 'kysely';
import type { Queries } from '../../../kit/index.ts';
import type { NoticeKind } from '../catalogue/notice-catalogue.ts';
import type { ReminderKind } from '../remind-people.ts';

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

const KEPT_MS = 30 * 24 * 60 * 60_000;

export const noticesRepository = (queries: Queries) => {
  const db = queries.withTables<{
    notices: Notice;
    booking_reminder: { booking: string; kind: ReminderKind; at: number };
  }>();
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

    /** True for the first reminder of the kind and booking. */
    async rememberReminder(booking: string, kind: ReminderKind, at: number): Promise<boolean> {
      const added = await db
        .insertInto('booking_reminder')
        .values({ booking, kind, at })
        .onConflict((conflict) => conflict.doNothing())
        .returning('booking')
        .executeTakeFirst();
      return added !== undefined;
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

    /** The person's own, and what the other side was told of these bookings: it names the person. */
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

    /** What these admins were told of a driver, by name, who waited to be let in. */
    async removeAboutDriver(driver: string, admins: readonly string[]): Promise<void> {
      await db
        .deleteFrom('notices')
        .where('uid', '=', sql<string>`any(${[...admins]}::uuid[])`)
        .where('kind', '=', 'driver_waiting')
        .where(sql<string>`params ->> 'driver'`, '=', driver)
        .execute();
    },

    async removeOld(now: number): Promise<void> {
      await db
        .deleteFrom('notices')
        .where('at', '<', now - KEPT_MS)
        .execute();
      await db
        .deleteFrom('booking_reminder')
        .where('at', '<', now - KEPT_MS)
        .execute();
    },
  };
};
