// Where one is signed in: read when shown, and again after each change.
import type { SessionView } from '@kerb/contract';
import { useCallback, useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';

export interface Sessions {
  /** Null until they are read. */
  readonly items: readonly SessionView[] | null;
  /** Why they could not be read. */
  readonly problem: unknown;
  readonly reload: () => Promise<void>;
}

export function useSessions(): Sessions {
  const [items, setItems] = useState<readonly SessionView[] | null>(null);
  const [problem, setProblem] = useState<unknown>(null);

  const reload = useCallback(async () => {
    setProblem(null);
    try {
      setItems((await client.getSessions()).items);
    } catch (error) {
      setProblem(error);
    }
  }, []);

  useEffect(() => void reload(), [reload]);
  return { items, problem, reload };
}
