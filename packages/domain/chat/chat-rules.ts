// Rules of chats: when a booking has a chat, when users may write, and how a message is cleaned before it is stored.
import type { BookingStatus } from '../booking/index.ts';
import { MS_PER_HOUR, MS_PER_MINUTE } from '../kernel/index.ts';

/** Time after the trip in which users can write, for example about a forgotten bag. */
export const CHAT_OPEN_AFTER_END_MS = 30 * MS_PER_MINUTE;
/** Maximum time for which the chat stays open while the rider has not rated, because many riders never rate. */
const CHAT_OPEN_UNRATED_MS = 24 * MS_PER_HOUR;

/** Maximum length of a message in characters (UTF-16 units). */
export const CHAT_MESSAGE_LENGTH = 1000;

/** Fields of a booking that decide the state of its chat; times in ms since the epoch. */
export interface ChatBooking {
  status: BookingStatus;
  driver: string | null;
  trip_end_time: number | null;
  completed_at: number | null;
  cancelled_at: number | null;
}

/** none: no driver has accepted; closed: readable, but not writable. */
export type ChatState = 'none' | 'open' | 'closed';

export function chatState(
  { status, driver, trip_end_time, completed_at }: ChatBooking,
  now: number,
): ChatState {
  if (driver === null) return 'none';
  switch (status) {
    case 'PAYMENT_PENDING':
    case 'NEW':
      return 'none';
    case 'ACCEPTED':
    case 'ARRIVED':
    case 'STARTED':
    case 'REACHED':
    case 'PENDING':
      return 'open';
    case 'PAID':
      return trip_end_time === null || now < trip_end_time + CHAT_OPEN_UNRATED_MS ? 'open' : 'closed';
    case 'COMPLETE':
      return now < Math.max(trip_end_time ?? 0, completed_at ?? 0) + CHAT_OPEN_AFTER_END_MS
        ? 'open'
        : 'closed';
    case 'CANCELLED':
      return 'closed';
  }
}

/**
 * Chats contain home addresses. After the trip, or its cancellation, the driver can read them only while the rider may
 * ask about a forgotten item; riders and admins can always read them.
 */
export function driverReadsChat(booking: ChatBooking, now: number): boolean {
  if (booking.status === 'CANCELLED') return now < (booking.cancelled_at ?? 0) + CHAT_OPEN_AFTER_END_MS;
  return chatState(booking, now) === 'open';
}

/** Specification §3: messages are stored under a key made of the customer and the driver of the booking. */
export const chatKey = (customer: string, driver: string): string => `${customer}_${driver}`;

/** Control characters except the line feed, and characters that change the direction of the following text. */
const unwanted = /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns the message to store: without control characters, with at most one empty line in a row, trimmed. Markup is
 * treated as plain text. The result may be empty.
 */
export function cleanMessage(message: string): string {
  return (
    message
      .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
      .replaceAll('\t', ' ')
      .replaceAll(unwanted, '')
      .replaceAll(/\n\s*\n\s*\n/g, '\n\n')
      // PostgreSQL rejects lone surrogates.
      .replaceAll(/\p{Surrogate}/gu, '\ufffd')
      .trim()
  );
}

/**
 * Returns the beginning of a message on one line: at most `length` characters, followed by "…" when it was cut. It is
 * cut between words where possible and never inside a grapheme.
 */
export function firstWords(message: string, length = 80): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  const cut = line.slice(0, length);
  const lastSpace = cut.lastIndexOf(' ');
  const start = lastSpace > length / 2 ? cut.slice(0, lastSpace) : wholeSigns(line, length);
  return `${start}…`;
}

/** Returns as many complete graphemes as fit. */
function wholeSigns(line: string, length: number): string {
  let start = '';
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (start.length + segment.length > length) break;
    start += segment;
  }
  return start;
}
