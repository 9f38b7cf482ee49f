// SQL of the phone desk: notes about riders, the extensions of admins who take calls, and the calls.
import type { Queries } from '../../kit/index.ts';
import type { PhoneCallRow, PhoneDeskRow, PhoneDeskTables } from './phone-desk.tables.ts';

export function phoneDeskRepository(queries: Queries) {
  const db = queries.withTables<PhoneDeskTables>();
  return {
    /** Empty without notes. */
    async notesOf(rider: string): Promise<string> {
      const row = await db
        .selectFrom('rider_notes')
        .select('notes')
        .where('rider', '=', rider)
        .executeTakeFirst();
      return row?.notes ?? '';
    },

    async writeNotes(row: { rider: string; notes: string; by: string; at: number }): Promise<void> {
      const { rider, notes, by, at } = row;
      if (notes === '') {
        await db.deleteFrom('rider_notes').where('rider', '=', rider).execute();
        return;
      }
      const written = { notes, written_by: by, written_at: at };
      await db
        .insertInto('rider_notes')
        .values({ rider, ...written })
        .onConflict((conflict) => conflict.column('rider').doUpdateSet(written))
        .execute();
    },

    /** The desk of an admin who takes calls, and who began or took one after `activeAfter`. */
    deskOf(uid: string, activeAfter: number): Promise<PhoneDeskRow | undefined> {
      return db
        .selectFrom('phone_desks')
        .selectAll()
        .where('uid', '=', uid)
        .where('since', '>', activeAfter)
        .executeTakeFirst();
    },

    async openDesk(row: PhoneDeskRow): Promise<void> {
      const { extension, since, session } = row;
      await db
        .insertInto('phone_desks')
        .values(row)
        .onConflict((conflict) => conflict.column('uid').doUpdateSet({ extension, since, session }))
        .execute();
    },

    async closeDesk(uid: string): Promise<void> {
      await db.deleteFrom('phone_desks').where('uid', '=', uid).execute();
    },

    /** The admin takes calls for longer, because they have taken one. */
    async extendDesk(uid: string, since: number): Promise<void> {
      await db.updateTable('phone_desks').set({ since }).where('uid', '=', uid).execute();
    },

    async closeDesksOfBefore(at: number): Promise<void> {
      await db.deleteFrom('phone_desks').where('since', '<=', at).execute();
    },

    /** Whether an admin takes calls at this extension who began or took one after `activeAfter`. */
    async isAttended(extension: string, activeAfter: number): Promise<boolean> {
      const desk = await db
        .selectFrom('phone_desks')
        .select('uid')
        .where('extension', '=', extension)
        .where('since', '>', activeAfter)
        .executeTakeFirst();
      return desk !== undefined;
    },

    /** False when the call was already announced. */
    async addCall(row: Omit<PhoneCallRow, 'taken_by' | 'taken_at'>): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('phone_calls')
        .values({ ...row, taken_by: null, taken_at: null })
        .onConflict((conflict) => conflict.column('call').doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows > 0n;
    },

    /** Calls since `since` that have not been taken, newest first. */
    waitingCalls(since: number, limit: number): Promise<PhoneCallRow[]> {
      return db
        .selectFrom('phone_calls')
        .selectAll()
        .where('at', '>', since)
        .where('taken_by', 'is', null)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
    },

    findCall(id: string): Promise<PhoneCallRow | undefined> {
      return db.selectFrom('phone_calls').selectAll().where('id', '=', id).executeTakeFirst();
    },

    /** Marks the call as taken; undefined when it is missing or already taken. */
    takeCall(id: string, by: string, at: number): Promise<PhoneCallRow | undefined> {
      return db
        .updateTable('phone_calls')
        .set({ taken_by: by, taken_at: at })
        .where('id', '=', id)
        .where('taken_by', 'is', null)
        .returningAll()
        .executeTakeFirst();
    },

    async removeCallsBefore(at: number): Promise<void> {
      await db.deleteFrom('phone_calls').where('at', '<', at).execute();
    },

    /** Deletes the notes about the user, their calls, and the user's own desk. */
    async erasePerson(uid: string, mobile: string): Promise<void> {
      await db.deleteFrom('rider_notes').where('rider', '=', uid).execute();
      await db.deleteFrom('phone_desks').where('uid', '=', uid).execute();
      if (mobile !== '') await db.deleteFrom('phone_calls').where('caller', '=', mobile).execute();
    },
  };
}
