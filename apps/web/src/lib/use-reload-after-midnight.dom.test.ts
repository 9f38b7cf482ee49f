// Tests that a request for "today" is repeated after the operator's midnight, until its response is of the new day.
import { renderHook } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serverClock } from './trip-queue/server-clock.ts';
import { useReloadAfterMidnight } from './use-reload-after-midnight.ts';

vi.mock('./use-settings.ts', () => ({ useSettings: () => ({ timezone: 'America/Montevideo' }) }));

// Montevideo is three hours behind UTC.
const midnight = Date.parse('2026-05-11T03:00:00Z');
beforeEach(() => void vi.useFakeTimers({ now: midnight - 30_000 }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('repeats the request after midnight until the response is of the new day', () => {
  const reload = vi.fn();
  const { rerender } = renderHook(({ today }) => useReloadAfterMidnight(today, reload), {
    initialProps: { today: '2026-05-10' as string | null },
  });
  pass(20_000);
  expect(reload).not.toHaveBeenCalled();
  pass(20_000);
  expect(reload).toHaveBeenCalledTimes(1);
  // The server's clock was still before midnight.
  pass(20_000);
  expect(reload).toHaveBeenCalledTimes(2);
  rerender({ today: '2026-05-11' });
  pass(60_000);
  expect(reload).toHaveBeenCalledTimes(2);
  rerender({ today: null });
  pass(20_000);
  expect(reload).toHaveBeenCalledTimes(2);
});

it('goes by the server’s clock', () => {
  vi.spyOn(serverClock, 'offset').mockReturnValue(-600_000);
  const reload = vi.fn();
  renderHook(() => useReloadAfterMidnight('2026-05-10', reload));
  pass(600_000);
  expect(reload).not.toHaveBeenCalled();
  pass(60_000);
  expect(reload).toHaveBeenCalled();
});
