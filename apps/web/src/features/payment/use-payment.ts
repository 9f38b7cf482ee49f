// What became of one payment: read at once, again when it changes, and every few seconds while it is under way.
import type { PaymentView } from '@kerb/contract';
import { useCallback, useEffect, useState } from 'react';
import { useLiveTopic } from '../../lib/live.ts';
import { client } from '../../lib/store.ts';

export interface PaymentState {
  readonly payment: PaymentView | null;
  readonly problem: unknown;
  readonly retry: () => void;
}

/** The live message is the fast way; this is for a phone that comes back from the provider without a connection. */
const LOOK_AGAIN_MS = 4000;

export const isUnderWay = ({ status }: PaymentView): boolean => status === 'open' || status === 'pending';

export function usePayment(id: string): PaymentState {
  const [payment, setPayment] = useState<PaymentView | null>(null);
  const [problem, setProblem] = useState<unknown>(null);

  const load = useCallback(async () => {
    try {
      setPayment(await client.getPayment({ params: { id } }));
      setProblem(null);
    } catch (error) {
      setProblem(error);
    }
  }, [id]);

  useEffect(() => void load(), [load]);
  useLiveTopic('me', (message) => {
    if (message.type === 'event') void load();
  });
  const waits = payment !== null && isUnderWay(payment);
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => void load(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [waits, load]);

  return { payment, problem, retry: () => void load() };
}
