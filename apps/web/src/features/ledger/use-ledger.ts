// The state of the ledger, reloaded when money moves; the last result stays while a reload fails.
import type { LedgerState } from '@kerb/contract';
import { useCallback, useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';
import { useLiveRefresh } from '../../lib/use-live-refresh.ts';

export interface LedgerReading {
  /** Null until it is here. */
  readonly state: LedgerState | null;
  readonly problem: unknown;
  /** Counts the received changes: lists beside the state reload with each. */
  readonly version: number;
  readonly reload: () => void;
}

export function useLedger(): LedgerReading {
  const [state, setState] = useState<LedgerState | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [version, setVersion] = useState(0);
  const read = useCallback(async () => {
    try {
      setState(await client.getLedger());
      setProblem(null);
    } catch (error) {
      setProblem(error);
    }
  }, []);
  useEffect(() => void read(), [read]);
  const reload = useCallback(() => {
    void read();
    setVersion((before) => before + 1);
  }, [read]);
  useLiveRefresh('money', reload);
  return { state, problem, version, reload };
}
