// Tests that members are checked once an interval, spread over it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRegularChecks } from './regular-checks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const EVERY_MS = 10_000;

function checked() {
  const counts = new Map<number, number>();
  const groups: number[] = [];
  const checks = createRegularChecks<number>(EVERY_MS, (members) => {
    groups.push(members.length);
    for (const member of members) counts.set(member, (counts.get(member) ?? 0) + 1);
  });
  const total = () => groups.reduce((sum, count) => sum + count, 0);
  return { checks, counts, groups, total };
}

it('checks a single member once an interval', () => {
  const { checks, total } = checked();
  checks.add(1);
  vi.advanceTimersByTime(EVERY_MS / 2);
  expect(total()).toBe(0);
  vi.advanceTimersByTime(10 * EVERY_MS);
  expect(total()).toBeGreaterThanOrEqual(9);
  expect(total()).toBeLessThanOrEqual(11);
  checks.stop();
});

it('checks each of many members once an interval, in small groups, also when they were added together', () => {
  const { checks, counts, groups, total } = checked();
  for (let member = 0; member < 1_000; member += 1) checks.add(member);
  vi.advanceTimersByTime(EVERY_MS / 2);
  expect(total()).toBeGreaterThanOrEqual(490);
  expect(total()).toBeLessThanOrEqual(510);
  vi.advanceTimersByTime(EVERY_MS / 2 + EVERY_MS / 50);
  expect(counts.size).toBe(1_000);
  expect([...counts.values()].every((count) => count <= 2)).toBe(true);
  vi.advanceTimersByTime(EVERY_MS);
  expect(Math.max(...groups)).toBeLessThanOrEqual(11);
  checks.stop();
  const before = total();
  vi.advanceTimersByTime(EVERY_MS);
  expect(total()).toBe(before);
});

it('makes up for a late timer', () => {
  const { checks, groups } = checked();
  for (let member = 0; member < 1_000; member += 1) checks.add(member);
  vi.advanceTimersByTime(EVERY_MS / 100);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + EVERY_MS / 10);
  vi.advanceTimersToNextTimer();
  expect(groups.at(-1)).toBeGreaterThanOrEqual(100);
  vi.restoreAllMocks();
  checks.stop();
});

it('checks no member again soon after others have left', () => {
  const { checks, counts } = checked();
  for (let member = 0; member < 100; member += 1) checks.add(member);
  vi.advanceTimersByTime(EVERY_MS / 2);
  const checkedOnce = [...counts.keys()];
  const last = checkedOnce.at(-1) ?? -1;
  for (let member = 0; member < 100; member += 1) if (member !== last) checks.remove(member);
  vi.advanceTimersByTime(EVERY_MS / 4);
  expect(counts.get(last)).toBe(1);
  vi.advanceTimersByTime(2 * EVERY_MS);
  expect(counts.get(last)).toBeGreaterThanOrEqual(2);
  checks.stop();
});

it('checks a removed member no more', () => {
  const { checks, counts } = checked();
  for (let member = 0; member < 3; member += 1) checks.add(member);
  checks.remove(0);
  vi.advanceTimersByTime(2 * EVERY_MS);
  expect([counts.get(0), counts.has(1), counts.has(2)]).toEqual([undefined, true, true]);
  checks.stop();
});
