// Tests that members are checked once an interval, spread over it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRegularChecks } from './regular-checks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const EVERY_MS = 10_000;

function checked() {
  const counts = new Map<number, number>();
  const checks = createRegularChecks<number>(EVERY_MS, (member) => {
    counts.set(member, (counts.get(member) ?? 0) + 1);
  });
  const total = () => [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { checks, counts, total };
}

it('checks a single member once an interval', () => {
  const { checks, total } = checked();
  checks.add(1);
  vi.advanceTimersByTime(EVERY_MS - 1);
  expect(total()).toBe(0);
  vi.advanceTimersByTime(10 * EVERY_MS);
  expect(total()).toBeGreaterThanOrEqual(9);
  expect(total()).toBeLessThanOrEqual(10);
  checks.stop();
});

it('spreads the checks of members that were added together over the interval', () => {
  const { checks, counts, total } = checked();
  for (let member = 0; member < 1_000; member += 1) checks.add(member);
  vi.advanceTimersByTime(EVERY_MS);
  expect(total()).toBeLessThanOrEqual(10);
  vi.advanceTimersByTime(EVERY_MS / 2);
  expect(total()).toBeGreaterThanOrEqual(490);
  expect(total()).toBeLessThanOrEqual(510);
  vi.advanceTimersByTime(EVERY_MS / 2);
  expect(counts.size).toBe(1_000);
  expect(total()).toBeLessThanOrEqual(1_010);
  checks.stop();
  const before = total();
  vi.advanceTimersByTime(EVERY_MS);
  expect(total()).toBe(before);
});

it('checks a removed member no more', () => {
  const { checks, counts } = checked();
  for (let member = 0; member < 3; member += 1) checks.add(member);
  checks.remove(0);
  vi.advanceTimersByTime(2 * EVERY_MS);
  expect([counts.get(0), counts.has(1), counts.has(2)]).toEqual([undefined, true, true]);
  checks.stop();
});
