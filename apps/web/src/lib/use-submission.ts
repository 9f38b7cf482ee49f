// React hook for a call that a user starts: one at a time, with its busy state and the error of the last attempt.
import { useCallback, useRef, useState } from 'react';

export interface Submission {
  /** A call is under way. */
  readonly busy: boolean;
  /** What the last call threw; null before the first call, during a call and after one that succeeded. */
  readonly problem: unknown;
  readonly clearProblem: () => void;
  /** Runs `step` unless another one is under way. Resolves to whether it ran and succeeded; never rejects. */
  readonly run: (step: () => Promise<unknown>) => Promise<boolean>;
}

export function useSubmission(): Submission {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  // A second click may come before the first one has disabled the button.
  const isRunning = useRef(false);
  const clearProblem = useCallback(() => setProblem(null), []);
  const run = useCallback(async (step: () => Promise<unknown>): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await step();
      return true;
    } catch (error) {
      setProblem(error);
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }, []);
  return { busy, problem, clearProblem, run };
}
