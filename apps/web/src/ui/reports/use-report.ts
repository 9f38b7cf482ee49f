// A report, loaded again when its parameters change; superseded responses are dropped.
import { useCallback, useEffect, useRef, useState } from 'react';

export interface Reading<Report> {
  /** Null until the first one is here; the one before stays while the next is read. */
  readonly report: Report | null;
  readonly problem: unknown;
  readonly busy: boolean;
  readonly reload: () => void;
}

/** `read` must keep its identity while it asks for the same. */
export function useReport<Report>(read: () => Promise<Report>): Reading<Report> {
  const [report, setReport] = useState<Report | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(true);
  const newest = useRef(0);
  const reload = useCallback(async () => {
    newest.current += 1;
    const mine = newest.current;
    setBusy(true);
    try {
      const answer = await read();
      if (mine !== newest.current) return;
      setReport(answer);
      setProblem(null);
    } catch (error) {
      if (mine !== newest.current) return;
      setReport(null);
      setProblem(error);
    }
    setBusy(false);
  }, [read]);
  useEffect(() => void reload(), [reload]);
  return { report, problem, busy, reload: useCallback(() => void reload(), [reload]) };
}
