// Sends a queued step: one attempt with the step's own idempotency key; the queue decides about retries.
import type { BookingView } from '@kerb/contract';
import { type Client, createClient } from '@kerb/sdk/client';
import { apiOrigin } from '../env.ts';
import { lookAtSession } from '../store.ts';
import type { QueuedStep, StepFile } from './queued-step.ts';
import { fetchWithClock } from './server-clock.ts';

const answerWithinMs = 12_000;
/** Deadline of a photo upload, for slow connections. */
const photoWithinMs = 90_000;

/**
 * Adds the driver's id to each request, so that the server rejects it when another user has signed in on this phone.
 */
const fetchAs = (driver: string) => (address: string, init: RequestInit) => {
  const headers = new Headers(init.headers);
  headers.set('x-kerb-person', driver);
  return fetchWithClock(address, { ...init, headers });
};

/** A client without retries of its own, because the queue retries failed requests and preserves their order. */
export const queueClientOf = (driver: string): Client =>
  createClient({
    baseUrl: apiOrigin,
    fetch: fetchAs(driver),
    onNotLoggedIn: () => void lookAtSession(),
    timeoutMs: answerWithinMs,
    retry: { attempts: 1 },
  });

const blobOf = (file: StepFile | null): Blob =>
  new Blob(file ? [file.bytes] : [], { type: file?.type ?? '' });

export function sendQueuedStep(client: Client, step: QueuedStep): Promise<BookingView> {
  const { at, file, key: idempotencyKey, kind, location, otp } = step;
  const params = { id: step.booking };
  const body = { at, ...(location ? { location } : {}) };
  const once = { idempotencyKey };
  const slowly = { idempotencyKey, timeoutMs: photoWithinMs };
  switch (kind) {
    case 'arrive':
      return client.arriveBooking({ params, body }, once);
    case 'start':
      return client.startBooking({ params, body: otp ? { ...body, otp } : body }, once);
    case 'reach':
      return client.reachBooking({ params, body }, once);
    case 'collect':
      return client.collectBooking({ params, body }, once);
    case 'pickup_image':
      return client.setPickupImage({ params, file: blobOf(file) }, slowly);
    case 'deliver_image':
      return client.setDeliverImage({ params, file: blobOf(file) }, slowly);
  }
}
