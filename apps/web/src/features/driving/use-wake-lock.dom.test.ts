// Tests the wake lock during a trip: requested, requested again when the app returns to the foreground, and released.
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useWakeLock } from './use-wake-lock.ts';

const release = vi.fn(() => Promise.resolve());
const request = vi.fn(() => Promise.resolve({ release }));

async function show(visibility: DocumentVisibilityState): Promise<void> {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
}

beforeEach(() => {
  release.mockClear();
  request.mockClear().mockImplementation(() => Promise.resolve({ release }));
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'wakeLock');
});

test('locks the screen on during a trip, again after the app was hidden, and releases it at the end', async () => {
  const { rerender } = renderHook(({ wanted }) => useWakeLock(wanted), { initialProps: { wanted: false } });
  expect(request).not.toHaveBeenCalled();
  await act(async () => rerender({ wanted: true }));
  expect(request).toHaveBeenCalledExactlyOnceWith('screen');
  await show('hidden');
  expect(request).toHaveBeenCalledTimes(1);
  await show('visible');
  expect(request).toHaveBeenCalledTimes(2);
  await act(async () => rerender({ wanted: false }));
  expect(release).toHaveBeenCalledTimes(1);
  await show('visible');
  expect(request).toHaveBeenCalledTimes(2);
});

test('tolerates a phone that rejects or lacks the wake lock', async () => {
  request.mockImplementation(() => Promise.reject(new DOMException('low battery', 'NotAllowedError')));
  await act(async () => void renderHook(() => useWakeLock(true)));
  Reflect.deleteProperty(navigator, 'wakeLock');
  await act(async () => void renderHook(() => useWakeLock(true)));
  expect(release).not.toHaveBeenCalled();
});
