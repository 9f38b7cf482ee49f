// The state of one payment: loaded at once, after a change or a reconnection, and repeatedly while it is pending.
import type { PaymentView } from '@kerb/contract';
import { useCallback, useEffect, useState } from 'react';
import { useLiveTopic } from '../../lib/live.ts';
import { client } from '../../lib/store.ts';
import { useLiveLoad } from '../../lib/use-live-load.ts';

export interface PaymentState {
  readonly payment: PaymentView | null;
  readonly problem: unknown;
  readonly retry: () => void;
}

/** Polling covers a phone that returns from the provider without a live connection. */
const LOOK_AGAIN_MS = 4000;

export const isUnderWay = ({ status }: PaymentView): boolean => status === 'open' || status === 'pending';

export function usePayment(id: string): PaymentState {
  const [payment, setPayment] = useState<PaymentView | null>(null);
  const read = useCallback(() => client.getPayment({ params: { id } }), [id]);
  const { problem, load } = useLiveLoad(read, setPayment);
  useLiveTopic('me', (message) => {
    if (message.type === 'event') load();
  });
  const waits = payment !== null && isUnderWay(payment);
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(load, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [waits, load]);

  return { payment, problem, retry: load };
}
