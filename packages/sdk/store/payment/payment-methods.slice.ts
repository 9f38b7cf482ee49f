// The providers one may pay with: paymentmethods of the specification, and the packet a booking is paid by.
import type { BookingView, RouteAnswer, RouteBody, Routes } from '@kerb/contract';
import { createAsyncSlice } from '../async-slice.ts';
import { isSignedOut } from '../auth.slice.ts';
import { createCall } from '../thunk.ts';

type Providers = RouteAnswer<Routes['getPaymentProviders']>['items'];
type Payment = RouteBody<Routes['payBooking']>;

/** Rejects with `no_provider_found` when there is none. */
export const fetchPaymentMethods = createCall(
  'paymentmethods/fetchPaymentMethods',
  async (client): Promise<Providers> => (await client.getPaymentProviders()).items,
);

/** updateBooking(booking) of the specification, as far as a client changes one: how it is to be paid. */
export const updateBooking = createCall(
  'bookinglistdata/updateBooking',
  (client, { booking, payment }: { booking: string; payment: Payment }): Promise<BookingView> =>
    client.payBooking({ params: { id: booking }, body: payment }),
);

const slice = createAsyncSlice({
  name: 'paymentmethods',
  initial: { providers: null as Providers | null },
  fetch: fetchPaymentMethods,
  store: (providers) => ({ providers }),
  resetOn: isSignedOut,
});

/** `message`: the language key of what went wrong. */
export type PaymentMethodsState = ReturnType<typeof slice.reducer> & { readonly message: string | null };

export function paymentMethodsReducer(
  state: PaymentMethodsState | undefined,
  action: Parameters<typeof slice.reducer>[1],
): PaymentMethodsState {
  const next = slice.reducer(state, action);
  return next === state ? state : { ...next, message: next.error.msg };
}
