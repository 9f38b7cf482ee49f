// Events of the chat module for live sockets and subscribers: they contain ids only, and the content is read through
// the API.
import { appendEvent, type Tx } from '../../kit/index.ts';
import type { ChatRef } from './chat.repository.ts';

export const chatTopics = {
  /** Topic of all messages of a booking, for the rider and for admins. */
  ofBooking: (booking: string) => `chat:${booking}`,
  /** Topic of the driver, who receives messages only while the booking is assigned to them. */
  ofDriver: ({ booking, driver }: ChatRef) => `chat:${booking}:${driver}`,
} as const;

/** The topics of all users who may read the chat now. */
export const topicsOf = (chat: ChatRef): string[] => [
  chatTopics.ofBooking(chat.booking),
  chatTopics.ofDriver(chat),
];

export async function publishMessage(tx: Tx, chat: ChatRef, message: string, from: string): Promise<void> {
  const data = { booking_id: chat.booking, message_id: message, from };
  await appendEvent(tx, { name: 'chat.message', topics: topicsOf(chat), data });
}

export async function publishRead(tx: Tx, chat: ChatRef, by: string): Promise<void> {
  const data = { booking_id: chat.booking, by };
  await appendEvent(tx, { name: 'chat.read', topics: topicsOf(chat), data });
}
