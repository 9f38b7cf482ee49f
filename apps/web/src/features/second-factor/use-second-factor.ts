// The person's own second factors: read when shown, and again after each change.
import type { SecondFactorView } from '@kerb/contract';
import { useCallback, useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';

export interface SecondFactor {
  /** Null until it is read. */
  readonly view: SecondFactorView | null;
  /** Why it could not be read. */
  readonly problem: unknown;
  readonly reload: () => Promise<void>;
}

export function useSecondFactor(): SecondFactor {
  const [view, setView] = useState<SecondFactorView | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const reload = useCallback(async () => {
    setProblem(null);
    try {
      setView(await client.getSecondFactor());
    } catch (error) {
      setProblem(error);
    }
  }, []);
  useEffect(() => void reload(), [reload]);
  return { view, problem, reload };
}
