// updateBooking of the specification: how a booking is to be paid.
import type { BookingView, RouteBody, Routes } from '@kerb/contract';
import { createCall } from '../thunk.ts';

type Payment = RouteBody<Routes['payBooking']>;

/** updateBooking(booking) of the specification, as far as a client changes one: how it is to be paid. */
export const updateBooking = createCall(
  'bookinglistdata/updateBooking',
  (client, { booking, payment }: { booking: string; payment: Payment }): Promise<BookingView> =>
    client.payBooking({ params: { id: booking }, body: payment }),
);
