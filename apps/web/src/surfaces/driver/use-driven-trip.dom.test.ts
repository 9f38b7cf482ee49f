// Tests that a driver who lost the booking does not go on seeing its stored record.
import { ApiError } from '@kerb/sdk/client';
import { renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { expect, it, vi } from 'vitest';
import { client, store } from '../../lib/store.ts';
import { appQueue } from '../../lib/trip-queue/app-queue.ts';
import { bookingView, queueInMemory, trip } from '../../lib/trip-queue/testing/queue-builders.ts';
import { useDrivenTrip } from './use-driven-trip.ts';

const wrapper = ({ children }: { children: ReactNode }) => createElement(Provider, { store, children });

it('shows the stored trip until the server answers that the driver has no such booking', async () => {
  const gone = new ApiError({ status: 404, code: 'not_found' });
  const queue = queueInMemory(async () => Promise.reject(gone));
  await queue.storeBooking(bookingView());
  await queue.refresh();
  vi.spyOn(appQueue, 'queue').mockReturnValue(queue);
  vi.spyOn(appQueue, 'state').mockImplementation(queue.state);
  vi.spyOn(appQueue, 'subscribe').mockImplementation(queue.subscribe);
  let fail = (_error: ApiError) => {};
  vi.spyOn(client, 'getBooking').mockImplementation(() => new Promise((_answer, reject) => (fail = reject)));
  const { result } = renderHook(() => useDrivenTrip(trip), { wrapper });
  expect(result.current.confirmed?.id).toBe(trip);
  expect(result.current.isLost).toBe(false);
  await waitFor(() => expect(client.getBooking).toHaveBeenCalled());
  fail(gone);
  await waitFor(() => expect(result.current.confirmed).toBeNull());
  expect(result.current.shown).toBeNull();
  expect(result.current.isLost).toBe(true);
  expect(queue.state().lost).toEqual({ booking: trip, why: 'gone' });
});

it('a trip that was never shown is not lost', async () => {
  vi.restoreAllMocks();
  vi.spyOn(client, 'getBooking').mockRejectedValue(new ApiError({ status: 404, code: 'not_found' }));
  const { result } = renderHook(() => useDrivenTrip('unknown'), { wrapper });
  await waitFor(() => expect(result.current.trip.problem).not.toBeNull());
  expect(result.current.isLost).toBe(false);
});
