// SQL of chats: their messages, pictures and read marks.
import type { Queries } from '../../kit/index.ts';
import type { ChatRow, ChatSource, ChatTables, MessageRow } from './chat.tables.ts';

/** A chat belongs to a booking and its driver: a later driver does not read the messages of an earlier one. */
export interface ChatRef {
  booking: string;
  driver: string;
}

const readColumn = { rider: 'rider_read', driver: 'driver_read' } as const;

export function chatRepository(queries: Queries) {
  const db = queries.withTables<ChatTables>();
  return {
    /** Undefined until the first message is written. */
    find({ booking, driver }: ChatRef): Promise<ChatRow | undefined> {
      return db
        .selectFrom('chats')
        .selectAll()
        .where('booking', '=', booking)
        .where('driver', '=', driver)
        .executeTakeFirst();
    },

    /** Locks the chat until the transaction ends, so that its messages are written and marked as read one at a time. */
    lock({ booking, driver }: ChatRef): Promise<ChatRow | undefined> {
      return db
        .selectFrom('chats')
        .selectAll()
        .where('booking', '=', booking)
        .where('driver', '=', driver)
        .forUpdate()
        .executeTakeFirst();
    },

    async addMissing(chat: ChatRef & { customer: string }): Promise<void> {
      await db
        .insertInto('chats')
        .values(chat)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Requires the lock of the chat. */
    async addMessage(row: MessageRow): Promise<void> {
      await db
        .updateTable('chats')
        .set({ last_seq: row.seq })
        .where('booking', '=', row.booking)
        .where('driver', '=', row.driver)
        .execute();
      await db.insertInto('chat_messages').values(row).execute();
    },

    /** Requires the lock of the chat. */
    async markRead({ booking, driver }: ChatRef, by: ChatSource, seq: number): Promise<void> {
      await db
        .updateTable('chats')
        .set({ [readColumn[by]]: seq })
        .where('booking', '=', booking)
        .where('driver', '=', driver)
        .execute();
    },

    /** A page of messages, newest first: those with a number below `before`. */
    page(
      { booking, driver }: ChatRef,
      { limit, before }: { limit: number; before?: number },
    ): Promise<MessageRow[]> {
      return db
        .selectFrom('chat_messages')
        .selectAll()
        .where('booking', '=', booking)
        .where('driver', '=', driver)
        .$if(before !== undefined, (query) => query.where('seq', '<', before ?? 0))
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute();
    },

    /** The drivers of a booking with whom messages were exchanged, the newest conversation first. */
    conversationsOf(booking: string): Promise<{ driver: string; lastAt: number }[]> {
      return db
        .selectFrom('chat_messages')
        .select(({ fn }) => ['driver', fn.max<number>('at').as('lastAt')])
        .where('booking', '=', booking)
        .groupBy('driver')
        .orderBy('lastAt', 'desc')
        .execute();
    },

    /** Number of messages that one side wrote after the message numbered `seq`, up to the one numbered `upTo` if given. */
    async countAfter(
      { booking, driver }: ChatRef,
      source: ChatSource,
      seq: number,
      upTo?: number,
    ): Promise<number> {
      const row = await db
        .selectFrom('chat_messages')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('booking', '=', booking)
        .where('driver', '=', driver)
        .where('source', '=', source)
        .where('seq', '>', seq)
        .$if(upTo !== undefined, (query) => query.where('seq', '<=', upTo ?? 0))
        .executeTakeFirstOrThrow();
      return row.count;
    },

    /** Time of the newest message of one side, up to the number `upTo`; null without messages. */
    async lastAt({ booking, driver }: ChatRef, source: ChatSource, upTo: number): Promise<number | null> {
      const row = await db
        .selectFrom('chat_messages')
        .select('at')
        .where('booking', '=', booking)
        .where('driver', '=', driver)
        .where('source', '=', source)
        .where('seq', '<=', upTo)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.at ?? null;
    },

    message(id: string): Promise<MessageRow | undefined> {
      return db.selectFrom('chat_messages').selectAll().where('id', '=', id).executeTakeFirst();
    },

    /** The user's messages, oldest first. */
    writtenBy(uid: string): Promise<Pick<MessageRow, 'booking' | 'id' | 'type' | 'at' | 'message'>[]> {
      return db
        .selectFrom('chat_messages')
        .select(['booking', 'id', 'type', 'at', 'message'])
        .where('sender', '=', uid)
        .orderBy('at')
        .orderBy('seq')
        .execute();
    },

    /**
     * Deletes the user's messages and closes their chats for writing, after waiting for messages that are being
     * written. Returns the deleted picture messages, whose files must still be removed.
     */
    async erase(uid: string): Promise<Pick<MessageRow, 'booking' | 'id'>[]> {
      await db
        .updateTable('chats')
        .set({ erased: true })
        .where((eb) => eb.or([eb('customer', '=', uid), eb('driver', '=', uid)]))
        .execute();
      const gone = await db
        .deleteFrom('chat_messages')
        .where('sender', '=', uid)
        .returning(['booking', 'id', 'type'])
        .execute();
      return gone.filter(({ type }) => type === 'image');
    },
  };
}
