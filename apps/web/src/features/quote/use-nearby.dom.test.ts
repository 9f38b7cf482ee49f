// Tests which answers about the cars around the pickup are shown: of the current point, and not too old.
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { client } from '../../lib/store.ts';
import { type Nearby, useNearby } from './use-nearby.ts';

vi.mock('../../lib/store.ts', () => ({ client: { nearbyDrivers: vi.fn() } }));
const load = vi.mocked(client.nearbyDrivers);

const old = { lat: -34.9, lng: -56.2 };
const other = { lat: -34.8, lng: -56.1 };
const free = (count: number): Nearby => ({
  cars: [],
  carTypes: [{ carType: 'car', count, nearest_in_secs: null, finishing_nearby: false }],
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  load.mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('shows no cars of the previous point while those of the next one are loaded', async () => {
  load.mockResolvedValueOnce(free(0));
  const { result, rerender } = renderHook(useNearby, { initialProps: old });
  await pass(0);
  expect(result.current).toEqual(free(0));
  let answer: (nearby: Nearby) => void = () => undefined;
  load.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  rerender(other);
  expect(result.current).toBeNull();
  answer(free(2));
  await pass(0);
  expect(result.current).toEqual(free(2));
  // The same point, from another render, is not loaded again.
  rerender({ ...other });
  expect(result.current).toEqual(free(2));
  expect(load).toHaveBeenCalledTimes(2);
});

it('keeps an answer while refreshes fail, until it is 15 seconds old', async () => {
  load.mockResolvedValueOnce(free(1));
  const { result } = renderHook(useNearby, { initialProps: old });
  await pass(0);
  load.mockRejectedValue(new Error('no network'));
  await pass(10_000);
  expect(result.current).toEqual(free(1));
  await pass(5_000);
  expect(result.current).toBeNull();
  load.mockResolvedValue(free(3));
  await pass(5_000);
  expect(result.current).toEqual(free(3));
});
