// What became of one payment: read at once, again when it changes or the connection is back, and while it is under way.
import type { PaymentView } from '@kerb/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLiveState, useLiveTopic } from '../../lib/live.ts';
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

  const live = useLiveState();
  const newest = useRef(0);

  const load = useCallback(async () => {
    newest.current += 1;
    const mine = newest.current;
    try {
      const answer = await client.getPayment({ params: { id } });
      if (mine !== newest.current) return;
      setPayment(answer);
      setProblem(null);
    } catch (error) {
      if (mine === newest.current) setProblem(error);
    }
  }, [id]);

  useEffect(() => void load(), [load]);
  // What happened while the connection was lost was told to nobody.
  useEffect(() => {
    if (live === 'open') void load();
  }, [live, load]);
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
