// SQL of sent reminders: each kind is recorded once for a booking and its current driver, so that it is published once.
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queries } from '../../kit/index.ts';

export const reminderKind = z.enum(['ride_soon', 'leave_now']);
export type ReminderKind = z.infer<typeof reminderKind>;

export const remindersRepository = (queries: Queries) => {
  const db = queries.withTables<{
    booking_reminders: { booking: string; kind: ReminderKind; at: number };
  }>();
  return {
    /**
     * Records a reminder; true for the first one of the kind and booking since the time `since`. A record of an earlier
     * time belongs to a driver who was replaced, and is overwritten.
     */
    async rememberReminder(
      booking: string,
      kind: ReminderKind,
      { since, at }: { since: number; at: number },
    ): Promise<boolean> {
      const added = await db
        .insertInto('booking_reminders')
        .values({ booking, kind, at })
        .onConflict((conflict) =>
          conflict
            .columns(['booking', 'kind'])
            .doUpdateSet({ at })
            .where(sql<boolean>`booking_reminders.at < ${since}`),
        )
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
