// SQL of shared links.
import { sql } from 'kysely';
import type { Queries } from '../../../kit/index.ts';
import type { SafetyTables, ShareLinkRow } from '../safety.tables.ts';

export interface ShareRef {
  booking: string;
  shared_by: string;
}

export function shareRepository(queries: Queries) {
  const db = queries.withTables<SafetyTables>();
  return {
    find(tokenHash: Buffer): Promise<ShareLinkRow | undefined> {
      return db.selectFrom('share_links').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
    },

    /** The user's open link to a booking, locked until the transaction ends. */
    lockCurrent({ booking, shared_by }: ShareRef): Promise<ShareLinkRow | undefined> {
      return db
        .selectFrom('share_links')
        .selectAll()
        .where('booking', '=', booking)
        .where('shared_by', '=', shared_by)
        .where('ended_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
    },

    /** False when a concurrent transaction has added a link of the same trip. */
    async add(row: Omit<ShareLinkRow, 'ended_at'>): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('share_links')
        .values({ ...row, ended_at: null })
        .onConflict((conflict) =>
          conflict.columns(['booking', 'shared_by']).where('ended_at', 'is', null).doNothing(),
        )
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows > 0n;
    },

    async end({ booking, shared_by }: ShareRef, at: number): Promise<void> {
      await db
        .updateTable('share_links')
        .set({ ended_at: at })
        .where('booking', '=', booking)
        .where('shared_by', '=', shared_by)
        .where('ended_at', 'is', null)
        .execute();
    },

    /** All links of the user, oldest first. */
    sharedBy(uid: string): Promise<Pick<ShareLinkRow, 'booking' | 'made_at' | 'ended_at'>[]> {
      return db
        .selectFrom('share_links')
        .select(['booking', 'made_at', 'ended_at'])
        .where('shared_by', '=', uid)
        .orderBy('made_at')
        .execute();
    },

    async removeOf(bookings: readonly string[]): Promise<void> {
      await db
        .deleteFrom('share_links')
        .where('booking', '=', sql<string>`any(${[...bookings]}::uuid[])`)
        .execute();
    },

    /** Deletes links that were created, and whose trip was scheduled, before `at`. */
    async removeOlderThan(at: number): Promise<void> {
      await db
        .deleteFrom('share_links')
        .where('made_at', '<', at)
        .where((row) => row.or([row('trip_at', 'is', null), row('trip_at', '<', at)]))
        .execute();
    },
  };
}
