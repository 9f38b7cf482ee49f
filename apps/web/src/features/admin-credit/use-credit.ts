// Sends one credit: with one key however often the button is pressed, so that it is never given twice.
import type { Person } from '@kerb/contract';
import { useState } from 'react';
import { client } from '../../lib/store.ts';

export interface Credit {
  readonly person: Person;
  readonly amount: number;
  readonly source: 'cash' | 'credit';
  readonly reason: string;
}

export interface Credited {
  readonly person: Person;
  readonly walletBalance: number;
}

export function useCredit() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [done, setDone] = useState<Credited | null>(null);
  /** Of the credit that is being confirmed: kept while it fails, so that trying again is the same call. */
  const [key, setKey] = useState(() => crypto.randomUUID());

  const send = async ({ person, amount, source, reason }: Credit): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      const { walletBalance } = await client.addToWallet(
        { params: { id: person.id }, body: { amount, source, reason } },
        { idempotencyKey: key },
      );
      setDone({ person, walletBalance });
      setKey(crypto.randomUUID());
      return true;
    } catch (error) {
      setProblem(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    ...{ busy, problem, done, send },
    /** Another amount or person is another credit. */
    begin: () => setKey(crypto.randomUUID()),
    forgetProblem: () => setProblem(null),
    forgetDone: () => setDone(null),
  };
}
