// Tests the rules of chats by status and minute, and the cleaning of messages from users and programs.
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

  it('stays open until 30 minutes after the later of the end and the completion', () => {
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

  it('stays readable for the driver while open, and for half an hour after a cancellation', () => {
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
  it('leaves markup and emoji of several code points unchanged', () => {
    for (const text of ['<b>hi</b> & "you"', '👩‍👩‍👧 يا هلا', 'a\n\nb', 'می‌خواهم'])
      expect(cleanMessage(text)).toBe(text);
  });

  it('removes control characters, direction overrides and repeated empty lines', () => {
    expect(cleanMessage('  a\u0000b\u0007\u202ec\u2066\r\nd\te\u009b  ')).toBe('abc\nd e');
    expect(cleanMessage('a\n\n \n\n\nb\u2028c')).toBe('a\n\nb\nc');
    expect(cleanMessage('\u0000 \u202e\n')).toBe('');
    expect(cleanMessage('\ud800x')).toBe('\ufffdx');
  });

  it('never lengthens a text, and is idempotent', () => {
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
  it('cuts at a word boundary where possible, on one line', () => {
    expect(firstWords('I am\nhere')).toBe('I am here');
    expect(firstWords('one two three four', 10)).toBe('one two…');
    expect(firstWords('abcdefghijklmnop', 10)).toBe('abcdefghij…');
    expect(firstWords('👩‍👩‍👧👩‍👩‍👧', 10)).toBe('👩‍👩‍👧…');
  });
});

it('the key of a chat consists of the customer and the driver', () => {
  expect(chatKey('c', 'd')).toBe('c_d');
});

describe('line ends and spaces of a message', () => {
  it.each([
    ['a\rb', 'a\nb'],
    ['a\r\nb', 'a\nb'],
    ['a\r\n\r\nb', 'a\n\nb'],
    ['a\u2028b\u2029c', 'a\nb\nc'],
    ['a\tb', 'a b'],
    ['a\n \t \n \nb', 'a\n\nb'],
    ['a\nb', 'a\nb'],
    ['a\n\n\nb', 'a\n\nb'],
    ['a\u202ab\u202ec\u2066d\u2069e', 'abcde'],
    ['a\u2029\u202fb', 'a\n\u202fb'],
    ['\n a \n', 'a'],
  ])('%j is stored as %j', (text, expected) => {
    expect(cleanMessage(text)).toBe(expected);
  });
});

describe('the first words of a message', () => {
  it('are the whole message up to the length, which is 80 characters by default', () => {
    expect(firstWords('abcdefghij', 10)).toBe('abcdefghij');
    expect(firstWords('x'.repeat(80))).toBe('x'.repeat(80));
    expect(firstWords('x'.repeat(81))).toBe(`${'x'.repeat(80)}…`);
  });

  it('end at a word boundary only when that leaves more than half of the length', () => {
    expect(firstWords('abcdef ghijklm', 10)).toBe('abcdef…');
    expect(firstWords('abcde fghijklm', 10)).toBe('abcde fghi…');
    expect(firstWords('a bcdefghijklm', 10)).toBe('a bcdefghi…');
  });

  it('are on one line with single spaces', () => {
    expect(firstWords('  I   am\n\n here ')).toBe('I am here');
  });
});

describe('the chat of a trip whose times are missing', () => {
  it('stays open for half an hour after the time that is set', () => {
    const last = ended + 30 * MS_PER_MINUTE - 1;
    expect(chatState({ ...trip('COMPLETE'), completed_at: null }, last)).toBe('open');
    expect(chatState({ ...trip('COMPLETE'), trip_end_time: null, completed_at: ended }, last)).toBe('open');
  });

  it('is closed after completion and cancellation', () => {
    const none = { trip_end_time: null, completed_at: null, cancelled_at: null };
    expect(chatState({ ...trip('COMPLETE'), ...none }, ended)).toBe('closed');
    expect(driverReadsChat({ ...trip('CANCELLED'), ...none }, ended)).toBe(false);
    expect(chatState({ ...trip('PAID'), ...none }, ended + 1e12)).toBe('open');
  });
});
