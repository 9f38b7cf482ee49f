// The prepayment of a delivery: its price, the ways to pay it, and paying it.
import type { BookingView } from '@kerb/contract';
import type { PaymentMode } from '@kerb/domain/booking';
import { fetchPaymentMethods, joinPaymentSlice, updateBooking } from '@kerb/sdk/store/payment';
import { useCallback, useEffect, useState } from 'react';
import { client, store } from '../../lib/store.ts';
import { postForm } from './post-form.ts';
import type { PaymentMethod } from './use-payment-methods.ts';

joinPaymentSlice(store);

interface Prepay {
  /** Null until both are here. */
  readonly ready: { readonly booking: BookingView; readonly providers: readonly PaymentMethod[] } | null;
  readonly problem: unknown;
  readonly retry: () => void;
}

/** No provider, or none that answers, leaves the wallet and cash. */
async function providersIfAny(): Promise<readonly PaymentMethod[]> {
  try {
    return await store.dispatch(fetchPaymentMethods()).unwrap();
  } catch {
    return [];
  }
}

/** `id` null reads nothing. */
export function usePrepay(id: string | null): Prepay {
  const [ready, setReady] = useState<Prepay['ready']>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const read = useCallback(
    async (signal?: AbortSignal) => {
      setReady(null);
      setProblem(null);
      if (id === null) return;
      try {
        const [booking, providers] = await Promise.all([
          client.getBooking({ params: { id } }),
          providersIfAny(),
        ]);
        if (!signal?.aborted) setReady({ booking, providers });
      } catch (reason) {
        if (!signal?.aborted) setProblem(reason);
      }
    },
    [id],
  );
  useEffect(() => {
    const running = new AbortController();
    void read(running.signal);
    return () => running.abort();
  }, [read]);
  return { ready, problem, retry: () => void read() };
}

/** `usedWalletMoney`: the wallet's part of cash or card, in major units. */
export async function prepay(id: string, payment_mode: PaymentMode, usedWalletMoney: number): Promise<void> {
  await store.dispatch(updateBooking({ booking: id, payment: { payment_mode, usedWalletMoney } })).unwrap();
}

/** Leaves the page for the provider. `beforeLeaving` is called once nothing can be refused any more. */
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
