// Tests what happens to the stored trip when the list of bookings no longer contains it.
import { ApiError } from '@kerb/sdk/client';
import { afterEach, expect, it, vi } from 'vitest';
import { store } from '../store.ts';
import { followOwnTrip } from './follow-own-trip.ts';
import { memoryQueueStore } from './queue-store.ts';
import { bookingView, driver, newStep, queueInMemory, trip } from './testing/queue-builders.ts';

afterEach(() => vi.restoreAllMocks());

/** A queue that has stored the trip, on a phone whose list of bookings is empty. */
async function storedTrip(readBooking?: () => Promise<never>) {
  const state = store.getState();
  vi.spyOn(store, 'getState').mockReturnValue({
    ...state,
    bookinglistdata: { ...state.bookinglistdata, active: [], bookings: [] },
  });
  const queue = queueInMemory(readBooking);
  await queue.storeBooking(bookingView());
  return queue;
}

it('discards the stored trip when it was reassigned, and reports the loss', async () => {
  const gone = async () => Promise.reject(new ApiError({ status: 404, code: 'not_found' }));
  const queue = await storedTrip(gone);
  const stop = followOwnTrip(queue, driver, { getBooking: gone });
  await vi.waitFor(() =>
    expect(queue.state()).toMatchObject({ known: null, lost: { booking: trip, why: 'gone' } }),
  );
  stop();
});

it.each([
  { status: 0, code: 'network_error' },
  { status: 404, code: 'unexpected_answer' },
  { status: 503, code: 'unavailable' },
] as const)('keeps the stored trip after $code with status $status', async (problem) => {
  const queue = await storedTrip();
  const getBooking = vi.fn(async () => Promise.reject(new ApiError(problem)));
  const stop = followOwnTrip(queue, driver, { getBooking });
  await vi.waitFor(() => expect(getBooking).toHaveBeenCalled());
  expect(queue.state()).toMatchObject({ known: { id: trip }, lost: null });
  stop();
});

it('discards a rejected step whose trip was cancelled while the app was closed', async () => {
  const stored = memoryQueueStore();
  await stored.addStep(newStep({ kind: 'start', refusal: { code: 'trip_otp_wrong', until: null } }));
  const queue = queueInMemory(undefined, stored);
  await queue.refresh();
  const stop = followOwnTrip(queue, driver, {
    getBooking: async () => bookingView({ status: 'CANCELLED' }),
  });
  await vi.waitFor(() => expect(queue.state().steps).toEqual([]));
  stop();
});
