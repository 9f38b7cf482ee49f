// updateBooking of the specification: sets how a booking is paid.
import type { BookingView, RouteBody, Routes } from '@kerb/contract';
import { codeAndMessage, createCall } from '../thunk.ts';

type Payment = RouteBody<Routes['payBooking']>;

/** updateBooking(booking) of the specification, limited to what a client may change: how the booking is paid. */
export const updateBooking = createCall(
  'bookinglistdata/updateBooking',
  (client, { booking, payment }: { booking: string; payment: Payment }): Promise<BookingView> =>
    client.payBooking({ params: { id: booking }, body: payment }),
  codeAndMessage,
);
