// Tests taking a step of a trip: what is added to the queue, and what the screen shows.
import { renderHook, waitFor } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appQueue } from '../../lib/trip-queue/app-queue.ts';
import { serverClock } from '../../lib/trip-queue/server-clock.ts';
import type { TripQueue } from '../../lib/trip-queue/trip-queue.ts';
import type { OwnPosition } from './own-position.ts';
import { useTakeStep } from './use-take-step.ts';

const phone = Date.parse('2026-03-01T12:00:00.000Z');
const place = { lat: -34.9, lng: -56.2 };
const take = vi.fn<TripQueue['take']>();
const position = { ...place, at: phone, heading: null, accuracy: 8 };
const fresh = vi.fn<OwnPosition['fresh']>();
const nothing = () => Promise.resolve();
const queue: TripQueue = {
  state: appQueue.state,
  subscribe: appQueue.subscribe,
  take,
  keepPosition: nothing,
  storeBooking: nothing,
  send: nothing,
  retry: nothing,
  discard: nothing,
  lose: nothing,
  seen: () => undefined,
  refresh: nothing,
  stop: () => undefined,
};

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(phone);
  vi.spyOn(appQueue, 'queue').mockReturnValue(queue);
  take.mockReset();
  fresh.mockReset().mockResolvedValue(position);
});
afterEach(() => vi.restoreAllMocks());

test('dates a step with the phone’s time plus its offset from the server', async () => {
  vi.spyOn(serverClock, 'offset').mockReturnValue(600_000);
  const { result } = renderHook(() => useTakeStep('trip-1', { fresh }));
  await act(() => result.current.take('start', { otp: '12345' }));
  const at = phone + 600_000;
  expect(take).toHaveBeenCalledExactlyOnceWith({
    booking: 'trip-1',
    kind: 'start',
    at,
    location: place,
    otp: '12345',
  });
});

test('reports full storage until a step can be queued', async () => {
  fresh.mockResolvedValue(null);
  take.mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
  const { result } = renderHook(() => useTakeStep('trip-1', { fresh }));
  await act(() => result.current.take('arrive'));
  await waitFor(() => expect(result.current.problem).toBe('step_not_kept'));
  await act(() => result.current.take('arrive'));
  expect(result.current.problem).toBeNull();
  expect(take).toHaveBeenLastCalledWith(expect.objectContaining({ kind: 'arrive', location: null }));
});

test('waits for a fix while the position is old, and sends the time of the slide and no old place', async () => {
  let endWait: (found: null) => void = () => undefined;
  fresh.mockReturnValue(
    new Promise((resolve) => {
      endWait = resolve;
    }),
  );
  const { result } = renderHook(() => useTakeStep('trip-1', { fresh }));
  let taken: Promise<void> = Promise.resolve();
  act(() => {
    taken = result.current.take('reach');
  });
  expect(result.current.locating).toBe('reach');
  expect(take).not.toHaveBeenCalled();
  vi.mocked(Date.now).mockReturnValue(phone + 4_000);
  await act(async () => {
    endWait(null);
    await taken;
  });
  expect(fresh).toHaveBeenCalledExactlyOnceWith(30_000, 4_000);
  expect(take).toHaveBeenCalledExactlyOnceWith({
    booking: 'trip-1',
    kind: 'reach',
    at: phone,
    location: null,
  });
  expect(result.current.locating).toBeNull();
});

test('queues a photo at once', async () => {
  const { result } = renderHook(() => useTakeStep('trip-1', { fresh }));
  const file = { bytes: new ArrayBuffer(1), type: 'image/jpeg' };
  await act(() => result.current.take('deliver_image', { file }));
  expect(fresh).not.toHaveBeenCalled();
  expect(take).toHaveBeenCalledExactlyOnceWith({
    booking: 'trip-1',
    kind: 'deliver_image',
    at: phone,
    location: null,
    file,
  });
});
