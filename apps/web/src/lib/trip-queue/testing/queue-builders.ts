// Test builders of queued steps, positions and bookings.
import type { BookingView } from '@kerb/contract';
import { aBooking } from '@kerb/testing';
import { memoryQueueStore } from '../queue-store.ts';
import type { NewStep, QueuedPosition, QueuedStep } from '../queued-step.ts';
import { createTripQueue, type TripQueue } from '../trip-queue.ts';

export const driver = 'driver-1';
export const trip = 'trip-1';

export const newStep = (change: Partial<NewStep> = {}): NewStep => ({
  driver,
  booking: trip,
  kind: 'arrive',
  key: 'key',
  at: 1_000,
  location: { lat: -34.9, lng: -56.2 },
  otp: null,
  file: null,
  refusal: null,
  ...change,
});

export const queuedStep = (id: number, change: Partial<NewStep> = {}): QueuedStep => ({
  ...newStep({ at: id * 1_000, ...change }),
  id,
});

export const queuedPosition = (id: number, at: number, booking = trip): QueuedPosition => ({
  id,
  driver,
  booking,
  position: { lat: -34.9, lng: -56.2, at },
});

/** A taxi trip paid in cash that the driver has accepted. */
export const bookingView = (change: Partial<BookingView> = {}): BookingView =>
  aBooking({
    id: trip,
    status: 'ACCEPTED',
    actions: ['arrive', 'cancel'],
    driver,
    driver_name: 'Juan',
    trip_cost: 100,
    payableAmount: 100,
    driver_accept_time: 1,
    followOn: null,
    acceptedAhead: false,
    cancelFeeFrom: 1,
    ...change,
  });

/** A queue whose server accepts everything, and answers `readBooking` to reads of a booking. */
export const queueInMemory = (
  readBooking = async (): Promise<BookingView> => bookingView(),
  store = memoryQueueStore(),
): TripQueue =>
  createTripQueue({
    store,
    driver,
    sendStep: async () => bookingView(),
    sendPositions: async () => undefined,
    readBooking,
    onBooking: () => undefined,
    isOnline: () => true,
    alone: (run) => run(),
    notifyTabs: () => undefined,
    key: () => 'key',
    now: () => 0,
    random: () => 1,
  });
