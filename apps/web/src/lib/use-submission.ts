// React hook for a call that a user starts: one at a time, with its busy state and the error of the last attempt.
import { useCallback, useRef, useState } from 'react';

export interface Submission {
  /** A call is under way. */
  readonly busy: boolean;
  /** The key of the call under way, for rows that share the hook; null when it has no key, or no call is under way. */
  readonly busyKey: string | null;
  /** What the last call threw; null before the first call, during a call and after one that succeeded. */
  readonly problem: unknown;
  readonly clearProblem: () => void;
  /** Runs `step` unless another one is under way. Resolves to null if it did not run or failed; never rejects. */
  readonly run: <Result>(step: () => Promise<Result>, key?: string) => Promise<Completed<Result> | null>;
}

/** An object, so that a caller can distinguish a step without a result from one that failed. */
interface Completed<Result> {
  readonly result: Result;
}

export function useSubmission(): Submission {
  const [running, setRunning] = useState<{ readonly key: string | null } | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  // A second click may come before the first one has disabled the button.
  const isRunning = useRef(false);
  const clearProblem = useCallback(() => setProblem(null), []);
  const run = useCallback<Submission['run']>(async (step, key) => {
    if (isRunning.current) return null;
    isRunning.current = true;
    setRunning({ key: key ?? null });
    setProblem(null);
    try {
      return { result: await step() };
    } catch (error) {
      setProblem(error);
      return null;
    } finally {
      isRunning.current = false;
      setRunning(null);
    }
  }, []);
  return { busy: running !== null, busyKey: running?.key ?? null, problem, clearProblem, run };
}
