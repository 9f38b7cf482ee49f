// Tests typing indicators: sent at most every 2.5 seconds, shown for five seconds, hidden by the message.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTyping, type Typing } from './typing.ts';

let sent: number[];
let shown: boolean[];
let typing: Typing;
let begun: number;
let isOpen: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  begun = Date.now();
  sent = [];
  shown = [];
  isOpen = true;
  typing = createTyping({
    send: () => isOpen && sent.push(Date.now() - begun) > 0,
    show: (theirs) => shown.push(theirs),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

function typeFor(ms: number): void {
  for (let past = 0; past < ms; past += 100) {
    typing.typed();
    vi.advanceTimersByTime(100);
  }
}

it('sends an indicator at the first key, and then every two and a half seconds', () => {
  typeFor(6_000);
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual([0, 2_500, 5_000, 7_500]);
});

it('repeats the indicator once after a few letters, in case the first is too late', () => {
  typing.typed();
  typing.typed();
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual([0, 2_500]);
});

it('sends an indicator for letters typed soon after a message, once the interval allows', () => {
  typing.typed();
  vi.advanceTimersByTime(400);
  typing.stopped();
  vi.advanceTimersByTime(600);
  typing.typed();
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual([0, 2_500]);
});

it('sends nothing for a text that was sent or emptied before the interval ended', () => {
  typing.typed();
  vi.advanceTimersByTime(400);
  typing.typed();
  typing.stopped();
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual([0]);
});

it('sends the indicator after a reconnection, unless the last key press was long ago', () => {
  isOpen = false;
  typing.typed();
  vi.advanceTimersByTime(3_000);
  isOpen = true;
  vi.advanceTimersByTime(500);
  expect(sent).toHaveLength(1);
  isOpen = false;
  typing.typed();
  vi.advanceTimersByTime(15_000);
  isOpen = true;
  vi.advanceTimersByTime(60_000);
  expect(sent).toHaveLength(1);
  isOpen = false;
  typing.typed();
  vi.advanceTimersByTime(3_000);
  typing.stopped();
  isOpen = true;
  vi.advanceTimersByTime(60_000);
  expect(sent).toHaveLength(1);
});

it('shows the other party typing until five seconds after the last indicator', () => {
  typing.receivedTyping();
  vi.advanceTimersByTime(4_000);
  typing.receivedTyping();
  vi.advanceTimersByTime(4_999);
  expect(shown).toEqual([true, true]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([true, true, false]);
});

it('hides the indicator once the message arrives, and ignores a late one', () => {
  typing.receivedTyping();
  typing.receivedMessage();
  vi.advanceTimersByTime(999);
  typing.receivedTyping();
  expect(shown).toEqual([true, false]);
  vi.advanceTimersByTime(1);
  typing.receivedTyping();
  expect(shown).toEqual([true, false, true]);
});

it('sends and shows nothing after end, and can start again', () => {
  typing.typed();
  typing.receivedTyping();
  typing.end();
  vi.advanceTimersByTime(60_000);
  expect([sent, shown]).toEqual([[], [true]]);
  typing.typed();
  vi.advanceTimersByTime(0);
  expect(sent).toEqual([60_000]);
});
