// The report of travel times: read once, because it changes once a night.
import type { TravelTimesReport } from '@kerb/contract';
import { useCallback, useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';

export interface TravelTimesRead {
  /** null until it is read. */
  readonly report: TravelTimesReport | null;
  /** Why the last reading failed. */
  readonly problem: unknown;
  readonly reload: () => void;
}

export function useTravelTimes(): TravelTimesRead {
  const [report, setReport] = useState<TravelTimesReport | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const read = useCallback(async () => {
    try {
      setReport(await client.getTravelTimes());
      setProblem(null);
    } catch (error) {
      setProblem(error);
    }
  }, []);
  useEffect(() => {
    void read();
  }, [read]);
  const reload = useCallback(() => void read(), [read]);
  return { report, problem, reload };
}
