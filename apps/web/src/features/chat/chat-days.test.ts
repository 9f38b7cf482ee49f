// Tests the layout of a chat: grouping by day, the line above unread messages, the read mark.
import type { ChatMessage } from '@kerb/contract';
import { expect, test } from 'vitest';
import { chatDays, firstUnread, lastRead, recentDay } from './chat-days.ts';

const message = (id: string, from: string, at: number, msgDate = '2026-03-02'): ChatMessage => ({
  id,
  from,
  at,
  msgDate,
  message: id,
  type: 'msg',
  image: null,
  msgTime: '09:00',
  source: 'rider',
});
const all = [
  message('a', 'me', 1, '2026-03-01'),
  message('b', 'other', 2, '2026-03-01'),
  message('c', 'other', 3),
  message('d', 'me', 4),
  message('e', 'other', 5),
];

test('groups messages by day', () => {
  expect(chatDays(all).map(({ day, messages }) => [day, messages.map(({ id }) => id).join('')])).toEqual([
    ['2026-03-01', 'ab'],
    ['2026-03-02', 'cde'],
  ]);
  expect(chatDays([])).toEqual([]);
});

test('places the unread line above the first unread message of another sender', () => {
  expect(firstUnread(all, 'me', 2)).toBe('c');
  expect(firstUnread(all, 'me', 1)).toBe('e');
  expect(firstUnread(all, 'me', 0)).toBeNull();
  expect(firstUnread(all, 'me', 9)).toBe('b');
  expect(firstUnread([all[0] ?? message('x', 'me', 0)], 'me', 1)).toBeNull();
});

test('places the read mark at my newest message that was read', () => {
  expect(lastRead(all, 'me', 4)).toBe('d');
  expect(lastRead(all, 'me', 3)).toBe('a');
  expect(lastRead(all, 'me', null)).toBeNull();
  expect(lastRead(all, 'me', 0)).toBeNull();
});

test('names today and yesterday by the calendar of the time zone, also after the clocks changed', () => {
  // In Madrid the clocks went from 2:00 to 3:00 on 29 March 2026: that day had 23 hours. It is 0:30 on the 30th there.
  const now = Date.parse('2026-03-29T22:30:00Z');
  const days = ['2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31'];
  const named = (at: number) => days.map((day) => recentDay(day, at, 'Europe/Madrid'));
  expect(named(now)).toEqual([null, 'yesterday', 'today', null]);
  expect(named(now - 3_600_000)).toEqual(['yesterday', 'today', null, null]);
});
