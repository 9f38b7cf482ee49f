// The slice of payments: it joins the store with the first dialog that asks for money, so that no other page loads it.
import type { KerbStore } from '../index.ts';
import { joinSlices } from '../joined/join-slices.ts';
import { paymentMethodsReducer } from './payment-methods.slice.ts';

export { fetchPaymentMethods, updateBooking } from './payment-methods.slice.ts';

/** Joins the slice to a running store; what it holds stays. Doing it again changes nothing. */
export function joinPaymentSlice(store: KerbStore): void {
  if (store.getState().paymentmethods) return;
  joinSlices(store, { paymentmethods: paymentMethodsReducer });
}
