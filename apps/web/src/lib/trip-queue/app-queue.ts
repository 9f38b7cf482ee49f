// Manages the tab's single trip queue: opens it for a signed-in driver, sends it when the network is back, and closes
// it at sign-out.
import type { BookingView, Me } from '@kerb/contract';
import { randomKey } from '@kerb/sdk/client';
import { fetchBookings, refreshSettings } from '@kerb/sdk/store';
import { live } from '../live.ts';
import { refreshUser, store } from '../store.ts';
import { followOwnTrip } from './follow-own-trip.ts';
import { openQueueStore } from './indexed-queue-store.ts';
import { storeLastAnswers } from './last-answers.ts';
import { memoryQueueStore, moveQueue, type QueueStore, withFallback } from './queue-store.ts';
import { queueClientOf, sendQueuedStep } from './send-queued-step.ts';
import { createTripQueue, type QueueState, type TripQueue } from './trip-queue.ts';

const nothing: QueueState = {
  steps: null,
  positions: 0,
  fresh: null,
  retryAt: null,
  networkFailed: false,
  lost: null,
  known: null,
};

let current: { readonly driver: string; readonly queue: TripQueue | null } | null = null;
let stopFollowing: (() => void) | null = null;
const listeners = new Set<() => void>();
const bookingListeners = new Set<(booking: BookingView) => void>();
const emit = () => {
  for (const listener of [...listeners]) listener();
};

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('kerb-trip-queue') : null;

/** One store per page, so that steps which were unsent when a session ended are still queued after the next sign-in. */
const inMemory = memoryQueueStore();

async function openStore(driver: string): Promise<QueueStore> {
  try {
    const opened = await openQueueStore();
    await moveQueue(inMemory, opened, driver);
    // The browser may close the database during a trip; the driver can then continue in memory.
    return withFallback(opened, inMemory);
  } catch (error) {
    console.warn('Steps of trips live only as long as this page', error);
    return inMemory;
  }
}

/**
 * Runs a function while this tab holds the driver's lock. Without a secure context there are no locks: two tabs may
 * then send the same step, and its idempotency key prevents a second effect.
 */
const alone = (driver: string) => async (run: () => Promise<void>) => {
  if (navigator.locks) await navigator.locks.request(`kerb-trip-queue ${driver}`, run);
  else await run();
};

function learn(booking: BookingView): void {
  for (const listener of [...bookingListeners]) listener(booking);
  void store.dispatch(fetchBookings());
  void refreshUser();
}

async function open(driver: string): Promise<void> {
  const client = queueClientOf(driver);
  const queue = createTripQueue({
    store: await openStore(driver),
    driver,
    sendStep: (step) => sendQueuedStep(client, step),
    sendPositions: (booking, positions) =>
      client.postLocations({ body: { booking, positions: [...positions] } }),
    readBooking: (id) => client.getBooking({ params: { id } }),
    onBooking: learn,
    isOnline: () => navigator.onLine,
    alone: alone(driver),
    notifyTabs: () => channel?.postMessage(driver),
    key: randomKey,
    now: () => Date.now(),
    random: Math.random,
  });
  if (current?.driver !== driver) return queue.stop();
  current = { driver, queue };
  queue.subscribe(emit);
  // Requested first: the response gives this phone's clock offset from the server's.
  client.getSession().catch(() => undefined);
  await queue.refresh();
  stopFollowing = followOwnTrip(queue, driver, client);
  await queue.send(true);
}

let answered: { readonly user: unknown; readonly settings: unknown } | null = null;

function keepAnswers(user: Me | null): void {
  const { settings } = store.getState().settingsdata;
  if (user && settings && (answered?.user !== user || answered.settings !== settings)) {
    answered = { user, settings };
    storeLastAnswers({ user, settings });
  }
  if (!user && answered) {
    answered = null;
    storeLastAnswers(null);
  }
}

function follow(): void {
  const { info } = store.getState().auth;
  const driver = info?.usertype === 'driver' ? info.id : null;
  keepAnswers(driver === null ? null : info);
  if (driver === (current?.driver ?? null)) return;
  stopFollowing?.();
  stopFollowing = null;
  current?.queue?.stop();
  current = driver === null ? null : { driver, queue: null };
  emit();
  if (driver !== null) void open(driver);
}

const networkIsBack = () => void current?.queue?.send(true);

store.subscribe(follow);
window.addEventListener('online', networkIsBack);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') networkIsBack();
});
live.onState((state) => {
  if (state !== 'open' || !current) return;
  networkIsBack();
  // Duty, queue and prices may have changed during the disconnection.
  void refreshUser();
  void store.dispatch(refreshSettings());
});
channel?.addEventListener('message', ({ data }) => {
  if (data === current?.driver) void current?.queue?.refresh();
});
follow();

export const appQueue = {
  /** Null until the queue is open, and for users who are not drivers. */
  queue: (): TripQueue | null => current?.queue ?? null,
  state: (): QueueState => current?.queue?.state() ?? nothing,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Subscribes to bookings that the server returns for the queue's steps. */
  onBooking(listener: (booking: BookingView) => void): () => void {
    bookingListeners.add(listener);
    return () => bookingListeners.delete(listener);
  },
};
