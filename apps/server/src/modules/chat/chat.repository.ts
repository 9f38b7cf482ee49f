// The SQL of chats.
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
    /** Not there while nothing was written. */
    find({ booking, driver }: ChatRef): Promise<ChatRow | undefined> {
      return db
        .selectFrom('chats')
        .selectAll()
        .where('booking', '=', booking)
        .where('driver', '=', driver)
        .executeTakeFirst();
    },

    /** Held until the transaction ends: messages of a chat are written, and read, one after the other. */
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

    /** The caller holds the chat. */
    async addMessage(row: MessageRow): Promise<void> {
      await db
        .updateTable('chats')
        .set({ last_seq: row.seq })
        .where('booking', '=', row.booking)
        .where('driver', '=', row.driver)
        .execute();
      await db.insertInto('chat_messages').values(row).execute();
    },

    /** The caller holds the chat. */
    async markRead({ booking, driver }: ChatRef, by: ChatSource, seq: number): Promise<void> {
      await db
        .updateTable('chats')
        .set({ [readColumn[by]]: seq })
        .where('booking', '=', booking)
        .where('driver', '=', driver)
        .execute();
    },

    /** Newest first, those numbered below `before`. */
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

    /** How many messages one side wrote after a number. */
    async countAfter({ booking, driver }: ChatRef, source: ChatSource, seq: number): Promise<number> {
      const row = await db
        .selectFrom('chat_messages')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('booking', '=', booking)
        .where('driver', '=', driver)
        .where('source', '=', source)
        .where('seq', '>', seq)
        .executeTakeFirstOrThrow();
      return row.count;
    },

    /** When the newest message of one side, up to a number, was written; null without messages. */
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

    /** What the person wrote, oldest first. */
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
     * Takes away what the person wrote and closes the chats; a message being written meanwhile is waited for.
     * Answers whose pictures' files are left.
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
