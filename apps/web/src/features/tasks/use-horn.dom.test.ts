// Tests the horn of a new task: repeated with CarHornRepeat on, once with it off.
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useHorn } from './use-horn.ts';

const soundHorn = vi.hoisted(() => vi.fn());
vi.mock('./horn.ts', () => ({ soundHorn, wakeHorn: () => undefined }));

beforeEach(() => {
  vi.useFakeTimers();
  soundHorn.mockClear();
});
afterEach(() => vi.useRealTimers());

const listen = (repeat: boolean) =>
  renderHook(({ tasks }: { tasks: readonly string[] }) => useHorn(tasks, repeat), {
    initialProps: { tasks: ['one'] },
  });

it('repeats the sound until the task is answered when the operator has enabled it', () => {
  const { rerender } = listen(true);
  vi.advanceTimersByTime(20_000);
  expect(soundHorn.mock.calls.length).toBeGreaterThan(2);
  rerender({ tasks: [] });
  const before = soundHorn.mock.calls.length;
  vi.advanceTimersByTime(20_000);
  expect(soundHorn).toHaveBeenCalledTimes(before);
});

it('sounds once for each new task otherwise', () => {
  const { rerender } = listen(false);
  vi.advanceTimersByTime(60_000);
  expect(soundHorn).toHaveBeenCalledTimes(1);
  rerender({ tasks: ['one', 'two'] });
  expect(soundHorn).toHaveBeenCalledTimes(2);
  rerender({ tasks: ['two'] });
  expect(soundHorn).toHaveBeenCalledTimes(2);
});
