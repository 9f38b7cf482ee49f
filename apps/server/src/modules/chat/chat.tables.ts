// The rows of the chat module's tables. Times are ms since the epoch.
import type { Generated, GeneratedAlways, Selectable } from 'kysely';

export type ChatSource = 'rider' | 'driver';

export interface ChatTable {
  booking: string;
  driver: string;
  customer: string;
  chat_key: GeneratedAlways<string>;
  last_seq: Generated<number>;
  /** Number of the newest message that each side has read; 0 when nothing has been read. */
  rider_read: Generated<number>;
  driver_read: Generated<number>;
  /** The rider or the driver has deleted their account: the chat is closed for writing. */
  erased: Generated<boolean>;
}

export interface ChatMessageTable {
  booking: string;
  driver: string;
  seq: number;
  id: string;
  source: ChatSource;
  sender: string;
  type: 'msg' | 'image';
  /** May be empty for a picture. */
  message: string;
  at: number;
}

export type ChatTables = { chats: ChatTable; chat_messages: ChatMessageTable };
export type ChatRow = Selectable<ChatTable>;
export type MessageRow = ChatMessageTable;
