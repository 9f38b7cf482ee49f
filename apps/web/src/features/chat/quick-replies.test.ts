// Tests that every status with an open chat has quick replies, and that each of them has a text.
import { bookingStatus } from '@kerb/domain/booking';
import texts from '@kerb/texts/locales/en/chat.json';
import { expect, test } from 'vitest';
import { quickReplies } from './quick-replies.ts';

test('offers replies only in statuses in which the chat is open', () => {
  for (const writer of ['driver', 'rider'] as const) {
    const silent = bookingStatus.options.filter((status) => quickReplies(writer, status).length === 0);
    expect(silent).toEqual(['PAYMENT_PENDING', 'NEW', 'CANCELLED']);
  }
});

test('offers replies that fit the role and the status', () => {
  expect(quickReplies('driver', 'ARRIVED')).toContain('chat_say_outside');
  expect(quickReplies('rider', 'ARRIVED')).toContain('chat_say_wait');
  expect(quickReplies('rider', 'COMPLETE')).toContain('chat_say_left_something');
  expect(quickReplies('driver', 'ACCEPTED')).not.toContain('chat_say_outside');
});

test('has a text for each reply, and lists no reply twice', () => {
  for (const status of bookingStatus.options)
    for (const writer of ['driver', 'rider'] as const) {
      const replies = quickReplies(writer, status);
      expect(new Set(replies).size).toBe(replies.length);
      for (const reply of replies) expect(Object.keys(texts)).toContain(reply);
    }
});
