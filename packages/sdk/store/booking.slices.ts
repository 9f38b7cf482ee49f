// Quotes and bookings: the estimate, the booking being made, the list with its active and tracked ones.

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
import { createAsyncSlice } from './async-slice.ts';
import { isSignedOut } from './auth.slice.ts';
import { createCall } from './thunk.ts';

type EstimateRequest = RouteBody<Routes['createEstimate']>;
type BookingRequest = RouteBody<Routes['createBooking']>;

export const getEstimate = createCall(
  'estimatedata/getEstimate',
  (client, journey: EstimateRequest, signal) => client.createEstimate({ body: journey }, { signal }),
);
export const clearEstimate = createAction('estimatedata/clearEstimate');
/** The estimate as it is now: with a promo, without it, or quoted again. */
export const changeEstimate = createAction<EstimateView>('estimatedata/changeEstimate');

export const addBooking = createCall('bookingdata/addBooking', (client, request: BookingRequest) =>
  client.createBooking({ body: request }),
);
export const clearBooking = createAction('bookingdata/clearBooking');

/** The newest 200 bookings the signed-in person may see; the API filters by role. */
export const fetchBookings = createCall(
  'bookinglistdata/fetchBookings',
  async (client) => (await client.listBookings({ query: { limit: 200 } })).items,
);

/** Who cancels is known from the session; the answer is the cancelled booking. */
export const cancelBooking = createCall(
  'bookinglistdata/cancelBooking',
  (client, { booking, reason }: { booking: string; reason: string }): Promise<BookingView> =>
    client.cancelBooking({ params: { id: booking }, body: { reason } }),
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
    /** Not yet finished, newest first. */
    active: [] as readonly BookingSummary[],
    /** The one whose car is on its way or driving. */
    tracked: null as BookingSummary | null,
  },
  fetch: fetchBookings,
  store: (bookings) => ({
    bookings,
    active: bookings.filter((booking) => active.includes(booking.status)),
    tracked: bookings.find((booking) => tracked.includes(booking.status)) ?? null,
  }),
  resetOn: isSignedOut,
});
