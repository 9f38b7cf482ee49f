// React hook that runs one asynchronous step at a time; calls during a running step are ignored.
import { useRef, useState } from 'react';

export function useOneAtATime(onProblem: (problem: unknown) => void) {
  const [busy, setBusy] = useState(false);
  // A ref, because two clicks may happen before the next render.
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
