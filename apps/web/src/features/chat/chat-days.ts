// Groups chat messages by day, and finds the first unread message and the read mark.
import type { ChatMessage } from '@kerb/contract';
import { dayAfter, dayAt } from '@kerb/domain/recurring-bookings';

export interface ChatDay {
  /** YYYY-MM-DD in the operator's time zone. */
  readonly day: string;
  readonly messages: readonly ChatMessage[];
}

/** `messages` must be sorted, oldest first. */
export function chatDays(messages: readonly ChatMessage[]): readonly ChatDay[] {
  const days: { day: string; messages: ChatMessage[] }[] = [];
  for (const message of messages) {
    const last = days.at(-1);
    if (last?.day === message.msgDate) last.messages.push(message);
    else days.push({ day: message.msgDate, messages: [message] });
  }
  return days;
}

/**
 * Whether a day (YYYY-MM-DD) is the present one or the one before it in the time zone; null for other days. Counts
 * calendar days, because a day on which the clocks change does not have 24 hours.
 */
export function recentDay(day: string, now: number, timeZone: string): 'today' | 'yesterday' | null {
  const today = dayAt(now, timeZone);
  if (day === today) return 'today';
  return day === dayAfter(today, -1) ? 'yesterday' : null;
}

/** The first of the `unread` newest messages of the other party, or null. */
export function firstUnread(
  messages: readonly ChatMessage[],
  me: string | null,
  unread: number,
): string | null {
  if (unread === 0) return null;
  return (
    messages
      .filter(({ from }) => from !== me)
      .slice(-unread)
      .at(0)?.id ?? null
  );
}

/** The user's newest message that the other party has read, or null. */
export function lastRead(
  messages: readonly ChatMessage[],
  me: string | null,
  readUntil: number | null,
): string | null {
  if (readUntil === null) return null;
  return messages.findLast(({ from, at }) => from === me && at <= readUntil)?.id ?? null;
}
