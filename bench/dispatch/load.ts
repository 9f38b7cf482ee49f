// Load of the benchmark: bookings at a fixed rate, and one rider who reads a booking at a fixed rate.
import { type HttpCaller, UnexpectedStatus } from '../lib/http-caller.ts';
import { bookTrip, type QuotedTrip } from './trips.ts';

const READ_EVERY_MS = 50;

const pauseUntil = (at: number) =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));

export interface BookingLoad {
  /** Time from the request to the response, in ms. */
  answerMs: number[];
  /** Number of bookings that the server rejected, mostly because of overload; they are not retried. */
  rejected: number;
  /** The first rejection, which is printed. */
  firstRejection: string | null;
}

/** Sends each booking at its time, without waiting for previous responses; then waits for all responses. */
export async function sendBookings(trips: readonly QuotedTrip[], perSecond: number): Promise<BookingLoad> {
  const load: BookingLoad = { answerMs: [], rejected: 0, firstRejection: null };
  const book = async (trip: QuotedTrip): Promise<void> => {
    const begun = performance.now();
    try {
      await bookTrip(trip);
      load.answerMs.push(performance.now() - begun);
    } catch (error) {
      load.rejected += 1;
      load.firstRejection ??= String(error);
    }
  };
  const begun = performance.now();
  const sent: Promise<void>[] = [];
  for (const [index, trip] of trips.entries()) {
    await pauseUntil(begun + (index * 1000) / perSecond);
    sent.push(book(trip));
  }
  await Promise.all(sent);
  return load;
}

export interface ReadLoad {
  readonly answerMs: readonly number[];
  readonly rejected: number;
  /** Waits for the outstanding reads. */
  stop(): Promise<void>;
}

/** Reads the booking at a fixed rate until stopped, without waiting for previous responses. */
export function readRepeatedly(readers: readonly HttpCaller[], booking: string): ReadLoad {
  const answerMs: number[] = [];
  let rejected = 0;
  let stopped = false;
  const read = async (reader: HttpCaller): Promise<void> => {
    const begun = performance.now();
    try {
      await reader.get(`/api/v1/bookings/${booking}`);
      answerMs.push(performance.now() - begun);
    } catch (error) {
      rejected += 1;
      // An aborted read took at least this long.
      if (!(error instanceof UnexpectedStatus)) answerMs.push(performance.now() - begun);
    }
  };
  const done = (async () => {
    const begun = performance.now();
    const sent: Promise<void>[] = [];
    for (let count = 0; !stopped; count += 1) {
      await pauseUntil(begun + count * READ_EVERY_MS);
      const reader = readers[count % readers.length];
      if (reader) sent.push(read(reader));
    }
    await Promise.all(sent);
  })();
  return {
    answerMs,
    get rejected() {
      return rejected;
    },
    async stop() {
      stopped = true;
      await done;
    },
  };
}
