// The rules of chats: by status and minute, and on text that people and programs send.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BookingStatus, bookingStatus } from '../booking/index.ts';
import { MS_PER_MINUTE } from '../kernel/index.ts';
import { chatKey, chatState, cleanMessage, driverReadsChat, firstWords } from './chat-rules.ts';

const ended = 1_000_000_000;
const trip = (status: BookingStatus) => ({
  status,
  driver: 'd',
  trip_end_time: ended,
  completed_at: ended + 5 * MS_PER_MINUTE,
  cancelled_at: null,
});

describe('chatState', () => {
  it.each([
    ['PAYMENT_PENDING', 'none'],
    ['NEW', 'none'],
    ['ACCEPTED', 'open'],
    ['ARRIVED', 'open'],
    ['STARTED', 'open'],
    ['REACHED', 'open'],
    ['PENDING', 'open'],
    ['PAID', 'open'],
    ['CANCELLED', 'closed'],
  ] as const)('while %s: %s', (status, state) => {
    expect(chatState({ ...trip(status), trip_end_time: null, completed_at: null }, ended)).toBe(state);
  });

  it('stays open for 30 minutes after the end or the completion, whichever came last', () => {
    const completed = ended + 5 * MS_PER_MINUTE;
    expect(chatState(trip('COMPLETE'), completed + 30 * MS_PER_MINUTE - 1)).toBe('open');
    expect(chatState(trip('COMPLETE'), completed + 30 * MS_PER_MINUTE)).toBe('closed');
    expect(chatState({ ...trip('COMPLETE'), completed_at: null }, ended + 30 * MS_PER_MINUTE)).toBe('closed');
  });

  it('closes a day after the end when the rider does not rate', () => {
    const day = 24 * 60 * MS_PER_MINUTE;
    expect(chatState(trip('PAID'), ended + day - 1)).toBe('open');
    expect(chatState(trip('PAID'), ended + day)).toBe('closed');
    expect(chatState(trip('PENDING'), ended + day)).toBe('open');
  });

  it('is read by the driver while it is open, and for half an hour after it was cancelled', () => {
    const completed = ended + 5 * MS_PER_MINUTE;
    const cancelled = { ...trip('CANCELLED'), trip_end_time: null, completed_at: null, cancelled_at: ended };
    for (const [booking, until] of [
      [trip('COMPLETE'), completed + 30 * MS_PER_MINUTE],
      [cancelled, ended + 30 * MS_PER_MINUTE],
      [trip('PAID'), ended + 24 * 60 * MS_PER_MINUTE],
    ] as const)
      expect([driverReadsChat(booking, until - 1), driverReadsChat(booking, until)]).toEqual([true, false]);
    expect(driverReadsChat(trip('STARTED'), ended)).toBe(true);
    expect(driverReadsChat(trip('NEW'), ended)).toBe(false);
  });

  it('does not exist without a driver, in any status', () => {
    for (const status of bookingStatus.options)
      expect(chatState({ ...trip(status), driver: null }, ended)).toBe('none');
  });
});

describe('cleanMessage', () => {
  it('keeps markup and signs of several codes as they are', () => {
    for (const text of ['<b>hi</b> & "you"', '👩‍👩‍👧 يا هلا', 'a\n\nb', 'می‌خواهم'])
      expect(cleanMessage(text)).toBe(text);
  });

  it('takes out control characters, turned text, and empty lines in heaps', () => {
    expect(cleanMessage('  a\u0000b\u0007\u202ec\u2066\r\nd\te\u009b  ')).toBe('abc\nd e');
    expect(cleanMessage('a\n\n \n\n\nb\u2028c')).toBe('a\n\nb\nc');
    expect(cleanMessage('\u0000 \u202e\n')).toBe('');
    expect(cleanMessage('\ud800x')).toBe('\ufffdx');
  });

  it('never grows and is the same when done twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const once = cleanMessage(text);
        expect(cleanMessage(once)).toBe(once);
        expect(once.length).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('firstWords', () => {
  it('cuts at a word where it can, on one line', () => {
    expect(firstWords('I am\nhere')).toBe('I am here');
    expect(firstWords('one two three four', 10)).toBe('one two…');
    expect(firstWords('abcdefghijklmnop', 10)).toBe('abcdefghij…');
    expect(firstWords('👩‍👩‍👧👩‍👩‍👧', 10)).toBe('👩‍👩‍👧…');
  });
});

it('the key is formed by customer and driver', () => {
  expect(chatKey('c', 'd')).toBe('c_d');
});
