// SQL of sent reminders: each kind is recorded once for a booking, so that it is published once.
import { z } from 'zod';
import type { Queries } from '../../kit/index.ts';

export const reminderKind = z.enum(['ride_soon', 'leave_now']);
export type ReminderKind = z.infer<typeof reminderKind>;

export const remindersRepository = (queries: Queries) => {
  const db = queries.withTables<{
    booking_reminders: { booking: string; kind: ReminderKind; at: number };
  }>();
  return {
    /** Records a reminder; true for the first one of the kind and booking. */
    async rememberReminder(booking: string, kind: ReminderKind, at: number): Promise<boolean> {
      const added = await db
        .insertInto('booking_reminders')
        .values({ booking, kind, at })
        .onConflict((conflict) => conflict.doNothing())
        .returning('booking')
        .executeTakeFirst();
      return added !== undefined;
    },

    /** Deletes records of before `at`, in ms since the epoch. */
    async removeBefore(at: number): Promise<void> {
      await db.deleteFrom('booking_reminders').where('at', '<', at).execute();
    },
  };
};
