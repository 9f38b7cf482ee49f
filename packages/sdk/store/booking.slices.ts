// Slices of quotes and bookings: the estimate, the booking in progress, and the list with its active and tracked
// bookings.

import type {
  BookingResult,
  BookingSummary,
  BookingView,
  EstimateView,
  RouteBody,
  Routes,
} from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import { createAction } from '@reduxjs/toolkit';
import type { Client } from '../client/index.ts';
import { createAsyncSlice } from './async-slice.ts';
import { isSignedOut } from './auth.slice.ts';
import { codeAndMessage, createCall } from './thunk.ts';

type EstimateRequest = RouteBody<Routes['createEstimate']>;
type BookingRequest = RouteBody<Routes['createBooking']>;

export const getEstimate = createCall(
  'estimatedata/getEstimate',
  (client, journey: EstimateRequest, signal) => client.createEstimate({ body: journey }, { signal }),
  codeAndMessage,
);
export const clearEstimate = createAction('estimatedata/clearEstimate');
/** Replaces the estimate: with a promo, without it, or after a new quote. */
export const changeEstimate = createAction<EstimateView>('estimatedata/changeEstimate');

export const addBooking = createCall(
  'bookingdata/addBooking',
  (client, request: BookingRequest) => client.createBooking({ body: request }),
  codeAndMessage,
);
export const clearBooking = createAction('bookingdata/clearBooking');

/** Maximum page size of the API. */
const PAGE = 200;

/** Fetches every unfinished booking of any age, newest first. */
async function allActive(client: Client): Promise<BookingSummary[]> {
  const found: BookingSummary[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listBookings({ query: { active: 'true', limit: PAGE, cursor } });
    found.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

interface FetchedBookings {
  /** The newest 200 bookings that the signed-in user may see; the API filters by role. */
  readonly bookings: readonly BookingSummary[];
  readonly active: readonly BookingSummary[];
}

export const fetchBookings = createCall(
  'bookinglistdata/fetchBookings',
  async (client): Promise<FetchedBookings> => {
    const { items, nextCursor } = await client.listBookings({ query: { limit: PAGE } });
    // An active booking may be older than the newest page of a busy operator.
    if (nextCursor !== null) return { bookings: items, active: await allActive(client) };
    return { bookings: items, active: items.filter(({ status }) => active.includes(status)) };
  },
  codeAndMessage,
);

/** The server knows from the session who cancels; returns the cancelled booking. */
export const cancelBooking = createCall(
  'bookinglistdata/cancelBooking',
  (client, { booking, reason }: { booking: string; reason: string }): Promise<BookingView> =>
    client.cancelBooking({ params: { id: booking }, body: { reason } }),
  codeAndMessage,
);

const active: readonly BookingStatus[] = [
  'PAYMENT_PENDING',
  'NEW',
  'ACCEPTED',
  'ARRIVED',
  'STARTED',
  'REACHED',
  'PENDING',
  'PAID',
];
const tracked: readonly BookingStatus[] = ['ACCEPTED', 'ARRIVED', 'STARTED'];

export const estimateSlice = createAsyncSlice({
  name: 'estimatedata',
  initial: { estimate: null as EstimateView | null },
  fetch: getEstimate,
  store: (estimate) => ({ estimate }),
  resetOn: (action) => clearEstimate.match(action) || isSignedOut(action),
  replaceOn: (action) => (changeEstimate.match(action) ? { estimate: action.payload } : null),
});

export const bookingSlice = createAsyncSlice({
  name: 'bookingdata',
  initial: { booking: null as BookingResult | null },
  fetch: addBooking,
  store: (booking) => ({ booking }),
  resetOn: (action) => clearBooking.match(action) || isSignedOut(action),
});

export const bookingListSlice = createAsyncSlice({
  name: 'bookinglistdata',
  initial: {
    bookings: null as readonly BookingSummary[] | null,
    /** Unfinished bookings, newest first. */
    active: [] as readonly BookingSummary[],
    /** The booking whose car is on its way or driving. */
    tracked: null as BookingSummary | null,
    /** `active` of the last successful fetch, which is retained when a later one fails. */
    lastActive: [] as readonly BookingSummary[],
  },
  fetch: fetchBookings,
  store: (fetched) => ({
    bookings: fetched.bookings,
    active: fetched.active,
    tracked:
      fetched.active.find(
        ({ status, followOn, acceptedAhead }) =>
          followOn === null && !acceptedAhead && tracked.includes(status),
      ) ?? null,
    lastActive: fetched.active,
  }),
  retain: ({ lastActive }) => ({ lastActive }),
  resetOn: isSignedOut,
});
