// Tests when a time counts as passed, also after it was changed.
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useHasPassed } from './use-has-passed.ts';

const start = 1_780_000_000_000;
const hour = 3_600_000;

beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

const shown = (moment: number) => renderHook(({ at }) => useHasPassed(at), { initialProps: { at: moment } });
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('passes at the moment, not before', () => {
  const { result } = shown(start + hour);
  wait(hour - 1);
  expect(result.current).toBe(false);
  wait(1);
  expect(result.current).toBe(true);
});

it('passes on time when the moment is moved long after the first rendering', () => {
  const { result, rerender } = shown(start + 10 * hour);
  wait(5 * hour);
  rerender({ at: start + 6 * hour });
  wait(hour);
  expect(result.current).toBe(true);
  rerender({ at: start + 8 * hour });
  expect(result.current).toBe(false);
});

it('passes at once when the moment is moved to the past', () => {
  const { result, rerender } = shown(start + 10 * hour);
  wait(5 * hour);
  rerender({ at: start + 4 * hour });
  wait(0);
  expect(result.current).toBe(true);
});
