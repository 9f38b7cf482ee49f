// Whether a time has passed; the component re-renders when it does.
import { useEffect, useState } from 'react';

/** The longest a browser's timer waits; what lies beyond is looked at again by then. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** `moment` in ms since the epoch. */
export function useHasPassed(moment: number): boolean {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const wait = moment - now;
    if (wait <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(wait, LONGEST_WAIT_MS));
    return () => clearTimeout(timer);
  }, [moment, now]);
  return now >= moment;
}
