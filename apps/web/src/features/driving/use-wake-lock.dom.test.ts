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

test('the screen stays lit on a trip, again after the app was away, and no longer than the trip', async () => {
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

test('a phone that refuses, or cannot, drives on with a screen that dims', async () => {
  request.mockImplementation(() => Promise.reject(new DOMException('low battery', 'NotAllowedError')));
  await act(async () => void renderHook(() => useWakeLock(true)));
  Reflect.deleteProperty(navigator, 'wakeLock');
  await act(async () => void renderHook(() => useWakeLock(true)));
  expect(release).not.toHaveBeenCalled();
});
