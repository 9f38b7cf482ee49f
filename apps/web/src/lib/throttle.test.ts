// Tests that the throttle calls at once, then at most once per interval with the latest arguments.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttle } from './throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('calls at once, and the last call of a burst after the interval', () => {
  const calls: string[] = [];
  const ask = throttle((text: string) => calls.push(text), 200);
  ask('a');
  ask('ab');
  ask('abc');
  expect(calls).toEqual(['a']);
  vi.advanceTimersByTime(199);
  expect(calls).toEqual(['a']);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual(['a', 'abc']);
});

it('drops a pending call when it is cancelled', () => {
  const calls: string[] = [];
  const ask = throttle((text: string) => calls.push(text), 200);
  ask('a');
  ask('ab');
  ask.cancel();
  vi.advanceTimersByTime(1000);
  expect(calls).toEqual(['a']);
});
