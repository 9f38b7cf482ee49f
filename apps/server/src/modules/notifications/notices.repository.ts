// The SQL of notices.
import { sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';
import type { AccountNoticeKind } from './account-notices.ts';
import type { ChatNoticeKind } from './chat-notices.ts';
import type { HouseNoticeKind } from './house-notices.ts';
import type { NoticeKind, NoticeScreen } from './notice-catalogue.ts';
import type { ReminderKind } from './remind-people.ts';

export interface Notice {
  /** Of the event it comes from. */
  position: number;
  uid: string;
  kind: NoticeKind | AccountNoticeKind | HouseNoticeKind | ChatNoticeKind;
  title: string;
  body: string;
  screen: NoticeScreen | 'Profile' | 'Drivers' | 'Wallet' | 'onlineChat';
  params: Record<string, string>;
  /** ms since the epoch */
  at: number;
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

    /** Newest first. */
    of(uid: string, limit: number): Promise<Pick<Notice, 'at' | 'kind' | 'title' | 'body'>[]> {
      return db
        .selectFrom('notices')
        .select(['at', 'kind', 'title', 'body'])
        .where('uid', '=', uid)
        .orderBy('at', 'desc')
        .limit(limit)
        .execute();
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
