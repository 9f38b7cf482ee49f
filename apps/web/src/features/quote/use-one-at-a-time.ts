// Steps that never run beside each other: a second press while the first is under way does nothing.
import { useRef, useState } from 'react';

export function useOneAtATime(onProblem: (problem: unknown) => void) {
  const [busy, setBusy] = useState(false);
  // Two clicks may come before the first is painted.
  const running = useRef(false);
  const run = async (step: () => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await step();
    } catch (problem) {
      onProblem(problem);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, run };
}
