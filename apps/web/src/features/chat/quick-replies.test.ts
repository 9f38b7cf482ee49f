// Tests that every status with an open chat has quick replies, and that each of them has a text.
import { bookingStatus } from '@kerb/domain/booking';
import texts from '@kerb/texts/locales/en/chat.json';
import { expect, test } from 'vitest';
import { quickReplies } from './quick-replies.ts';

test('there are replies while there is a chat to write in', () => {
  for (const writer of ['driver', 'rider'] as const) {
    const silent = bookingStatus.options.filter((status) => quickReplies(writer, status).length === 0);
    expect(silent).toEqual(['PAYMENT_PENDING', 'NEW', 'CANCELLED']);
  }
});

test('they fit who writes and when', () => {
  expect(quickReplies('driver', 'ARRIVED')).toContain('chat_say_outside');
  expect(quickReplies('rider', 'ARRIVED')).toContain('chat_say_wait');
  expect(quickReplies('rider', 'COMPLETE')).toContain('chat_say_left_something');
  expect(quickReplies('driver', 'ACCEPTED')).not.toContain('chat_say_outside');
});

test('each has a text, and stands once in its row', () => {
  for (const status of bookingStatus.options)
    for (const writer of ['driver', 'rider'] as const) {
      const replies = quickReplies(writer, status);
      expect(new Set(replies).size).toBe(replies.length);
      for (const reply of replies) expect(Object.keys(texts)).toContain(reply);
    }
});
