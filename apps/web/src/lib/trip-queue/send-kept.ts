// How what is kept is sent: one attempt at a time with the step's own key; the queue itself decides about the next.
import type { BookingView } from '@kerb/contract';
import { createClient } from '@kerb/sdk/client';
import { apiOrigin } from '../env.ts';
import { lookAtSession } from '../store.ts';
import type { KeptFile, KeptStep } from './kept-step.ts';
import { fetchWithClock } from './server-clock.ts';

const answerWithinMs = 12_000;
/** A photo may go up through a thin connection. */
const photoWithinMs = 90_000;

/** The queue repeats what fails by itself, and keeps everything else in its order meanwhile. */
export const queueClient = createClient({
  baseUrl: apiOrigin,
  fetch: fetchWithClock,
  onNotLoggedIn: () => void lookAtSession(),
  timeoutMs: answerWithinMs,
  retry: { attempts: 1 },
});

const blobOf = (file: KeptFile | null): Blob =>
  new Blob(file ? [file.bytes] : [], { type: file?.type ?? '' });

export function sendKeptStep(step: KeptStep): Promise<BookingView> {
  const { at, file, key: idempotencyKey, kind, location, otp } = step;
  const params = { id: step.booking };
  const body = { at, ...(location ? { location } : {}) };
  const once = { idempotencyKey };
  const slowly = { idempotencyKey, timeoutMs: photoWithinMs };
  switch (kind) {
    case 'arrive':
      return queueClient.arriveBooking({ params, body }, once);
    case 'start':
      return queueClient.startBooking({ params, body: otp ? { ...body, otp } : body }, once);
    case 'reach':
      return queueClient.reachBooking({ params, body }, once);
    case 'collect':
      return queueClient.collectBooking({ params, body }, once);
    case 'pickup_image':
      return queueClient.setPickupImage({ params, file: blobOf(file) }, slowly);
    case 'deliver_image':
      return queueClient.setDeliverImage({ params, file: blobOf(file) }, slowly);
  }
}
