// React hook that sends one credit with one idempotency key until its outcome is known, so that a repeated request
// cannot credit twice.
import type { User } from '@kerb/contract';
import { useState } from 'react';
import { answers } from '../../lib/answers.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
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
  const { busy, problem, run, clearProblem } = useSubmission();
  const [done, setDone] = useState<Credited | null>(null);
  const once = useIdempotencyKey();
  const [addToWallet] = answers.addToWallet.useMutation();

  const send = ({ person, ...body }: Credit) =>
    run(async () => {
      const params = { id: person.id };
      const { walletBalance } = await once({ params, body }, (idempotencyKey) =>
        addToWallet({ params, body, idempotencyKey }).unwrap(),
      );
      setDone({ person, walletBalance });
    });
  return {
    busy,
    problem,
    done,
    send,
    forgetProblem: clearProblem,
    forgetDone: () => setDone(null),
  };
}
