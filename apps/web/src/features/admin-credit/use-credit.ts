// React hook that sends one credit with one idempotency key for all attempts, so that a repeated click cannot credit
// twice.
import type { User } from '@kerb/contract';
import { randomKey } from '@kerb/sdk/client';
import { addToWallet } from '@kerb/sdk/store/console';
import { useState } from 'react';
import { useKerbDispatch } from '../../lib/store.ts';
import { useSubmission } from '../../lib/use-submission.ts';

export interface Credit {
  readonly person: User;
  readonly amount: number;
  readonly source: 'cash' | 'credit';
  readonly reason: string;
}

export interface Credited {
  readonly person: User;
  readonly walletBalance: number;
}

export function useCredit() {
  const dispatch = useKerbDispatch();
  const { busy, problem, run, clearProblem } = useSubmission();
  const [done, setDone] = useState<Credited | null>(null);
  /**
   * The idempotency key of the credit being confirmed; it stays the same after a failure, so that a retry is the same
   * call.
   */
  const [key, setKey] = useState(() => randomKey());

  const send = ({ person, amount, source, reason }: Credit) =>
    run(async () => {
      const credit = { uid: person.id, amount, source, reason, key };
      const walletBalance = await dispatch(addToWallet(credit)).unwrap();
      setDone({ person, walletBalance });
      setKey(randomKey());
    });
  return {
    busy,
    problem,
    done,
    send,
    /** A different amount or person is a different credit, so it gets a new idempotency key. */
    begin: () => setKey(randomKey()),
    forgetProblem: clearProblem,
    forgetDone: () => setDone(null),
  };
}
