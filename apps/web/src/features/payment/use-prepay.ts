// React hook and functions for prepaying a delivery: its price, the payment methods, and the payment.
import type { BookingView } from '@kerb/contract';
import type { PaymentMode } from '@kerb/domain/booking';
import { updateBooking } from '@kerb/sdk/store/payment';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { client, store } from '../../lib/store.ts';
import { postForm } from './post-form.ts';
import type { PaymentMethod } from './use-payment-methods.ts';

interface Prepay {
  /** Null until both are loaded. */
  readonly ready: { readonly booking: BookingView; readonly providers: readonly PaymentMethod[] } | null;
  readonly problem: unknown;
  readonly retry: () => void;
}

/** `id` null loads nothing. */
export function usePrepay(id: string | null): Prepay {
  const args = id === null ? skipToken : { params: { id } };
  const trip = shownResponse(answers.getBooking.useQuery(args));
  const methods = shownResponse(answers.getPaymentProviders.useQuery(id === null ? skipToken : undefined));
  const booking = trip.answer?.id === id ? trip.answer : null;
  // Without a provider, or when loading them fails, the wallet and cash remain available.
  const providers = methods.answer?.items ?? (methods.problem === null ? null : []);
  const retry = () => {
    trip.reload();
    methods.reload();
  };
  return { ready: booking && providers && { booking, providers }, problem: trip.problem, retry };
}

/** `usedWalletMoney`: the wallet's part of cash or card, in major units. */
export async function prepay(id: string, payment_mode: PaymentMode, usedWalletMoney: number): Promise<void> {
  await store.dispatch(updateBooking({ booking: id, payment: { payment_mode, usedWalletMoney } })).unwrap();
}

/** Navigates to the provider. `beforeLeaving` is called once no request can fail any more. */
export async function prepayByCard(
  id: string,
  link: string,
  usedWalletMoney: number,
  beforeLeaving: () => void,
): Promise<void> {
  await prepay(id, 'card', usedWalletMoney);
  const form = await client.getPaymentForm({ params: { id } });
  beforeLeaving();
  postForm(link, form);
}
