// Who is writing: said seldom but never left out, shown while it lasts, gone with the message.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTyping, type Typing } from './typing.ts';

let told: number[];
let shown: boolean[];
let typing: Typing;
let begun: number;
let isOpen: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  begun = Date.now();
  told = [];
  shown = [];
  isOpen = true;
  typing = createTyping({
    tell: () => isOpen && told.push(Date.now() - begun) > 0,
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

it('says at once that somebody begins to write, and then once in two and a half seconds', () => {
  typeFor(6_000);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([0, 2_500, 5_000, 7_500]);
});

it('says a few letters once more: what was said soon after a message is taken for what came late', () => {
  typing.typed();
  typing.typed();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([0, 2_500]);
});

it('says of a few letters typed soon after a message, although it may not be said at once', () => {
  typing.typed();
  vi.advanceTimersByTime(400);
  typing.stopped();
  vi.advanceTimersByTime(600);
  typing.typed();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([0, 2_500]);
});

it('says nothing of a text that was sent or emptied before it could be said', () => {
  typing.typed();
  vi.advanceTimersByTime(400);
  typing.typed();
  typing.stopped();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([0]);
});

it('says of letters typed while nothing could be said, once it can be, and not long after', () => {
  isOpen = false;
  typing.typed();
  vi.advanceTimersByTime(3_000);
  isOpen = true;
  vi.advanceTimersByTime(500);
  expect(told).toHaveLength(1);
  isOpen = false;
  typing.typed();
  vi.advanceTimersByTime(15_000);
  isOpen = true;
  vi.advanceTimersByTime(60_000);
  expect(told).toHaveLength(1);
  isOpen = false;
  typing.typed();
  vi.advanceTimersByTime(3_000);
  typing.stopped();
  isOpen = true;
  vi.advanceTimersByTime(60_000);
  expect(told).toHaveLength(1);
});

it('shows that the other side writes until five seconds after it was last said', () => {
  typing.heardTyping();
  vi.advanceTimersByTime(4_000);
  typing.heardTyping();
  vi.advanceTimersByTime(4_999);
  expect(shown).toEqual([true, true]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([true, true, false]);
});

it('shows it no more once the message is there, nor what was said of it and comes late', () => {
  typing.heardTyping();
  typing.heardMessage();
  vi.advanceTimersByTime(999);
  typing.heardTyping();
  expect(shown).toEqual([true, false]);
  vi.advanceTimersByTime(1);
  typing.heardTyping();
  expect(shown).toEqual([true, false, true]);
});

it('tells and shows nothing after its end, and begins anew', () => {
  typing.typed();
  typing.heardTyping();
  typing.end();
  vi.advanceTimersByTime(60_000);
  expect([told, shown]).toEqual([[], [true]]);
  typing.typed();
  vi.advanceTimersByTime(0);
  expect(told).toEqual([60_000]);
});
