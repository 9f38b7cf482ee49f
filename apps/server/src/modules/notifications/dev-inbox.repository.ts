// SQL of the development inbox.
import type { InboxMessage } from '@kerb/contract';
import { type Generated, sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';

type DevInboxTables = {
  dev_inbox_messages: {
    seq: Generated<number>;
    id: string;
    channel: InboxMessage['channel'];
    recipient: string;
    title: string;
    body: string;
    otp: string | null;
    screen: string | null;
    params: Record<string, string>;
    at: number;
  };
};

export type NewInboxMessage = InboxMessage & { screen: string | null; params: Record<string, string> };

/** Older messages are deleted, because a demonstration may run for days. */
const MAX_MESSAGES = 5000;

export const devInboxRepository = (queries: Queries) => {
  const db = queries.withTables<DevInboxTables>();
  return {
    async add(messages: readonly NewInboxMessage[]): Promise<void> {
      if (messages.length === 0) return;
      const added = await db
        .insertInto('dev_inbox_messages')
        .values(messages.map(({ to, ...message }) => ({ ...message, recipient: to })))
        .returning('seq')
        .execute();
      // Deletes only every 500th time, which is often enough.
      const removeAt = added.find(({ seq }) => seq % 500 === 0)?.seq;
      if (removeAt !== undefined)
        await sql`delete from dev_inbox_messages where seq <= ${removeAt - MAX_MESSAGES}`.execute(db);
    },

    /** Deletes messages to these addresses, and notices about these bookings and this driver. */
    async removeOf(
      recipients: readonly string[],
      { bookings, driver }: { bookings: readonly string[]; driver: string },
    ): Promise<void> {
      await db
        .deleteFrom('dev_inbox_messages')
        .where((eb) =>
          eb.or([
            eb('recipient', '=', sql<string>`any(${[...recipients]}::text[])`),
            eb(sql<string>`params ->> 'bookingId'`, '=', sql<string>`any(${[...bookings]}::text[])`),
            eb(sql<string>`params ->> 'driver'`, '=', driver),
          ]),
        )
        .execute();
    },

    /** Newest first. */
    async latest(recipient: string | undefined, limit: number): Promise<InboxMessage[]> {
      return db
        .selectFrom('dev_inbox_messages')
        .select(['id', 'channel', 'recipient as to', 'title', 'body', 'otp', 'at'])
        .$if(recipient !== undefined, (query) => query.where('recipient', '=', recipient ?? ''))
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute();
    },
  };
};
