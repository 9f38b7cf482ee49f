// The providers one may pay with: paymentmethods of the specification, and the packet a booking is paid by.
import type { BookingView, RouteAnswer, RouteBody, Routes } from '@kerb/contract';
import { createAsyncThunk } from '@reduxjs/toolkit';
import { ApiError } from '../../client/index.ts';
import { createAsyncSlice } from '../async-slice.ts';
import { isSignedOut } from '../auth.slice.ts';
import { createCall, type ThunkConfig } from '../thunk.ts';

type Providers = RouteAnswer<Routes['getPaymentProviders']>['items'];
type Payment = RouteBody<Routes['payBooking']>;

/** Rejects with `no_provider_found` without providers, and with "provider_fetch_error: <why>" when the call fails. */
export const fetchPaymentMethods = createAsyncThunk<Providers, void, ThunkConfig>(
  'paymentmethods/fetchPaymentMethods',
  async (_, { extra, rejectWithValue }) => {
    try {
      return (await extra.client.getPaymentProviders()).items;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return rejectWithValue(error.code === 'provider_fetch_error' ? error.message : error.code);
    }
  },
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

/** `message`: the language key of what went wrong; provider_fetch_error is followed by the error's own words. */
export type PaymentMethodsState = ReturnType<typeof slice.reducer> & { readonly message: string | null };

export function paymentMethodsReducer(
  state: PaymentMethodsState | undefined,
  action: Parameters<typeof slice.reducer>[1],
): PaymentMethodsState {
  const next = slice.reducer(state, action);
  return next === state ? state : { ...next, message: next.error.msg };
}
