// React hook that returns whether a time has passed, and re-renders the component when it does.
import { useEffect, useState } from 'react';

/** The longest delay of a browser's timer, in ms; a later time is checked again when it fires. */
const MAX_WAIT_MS = 2 ** 31 - 1;

/** `moment` in ms since the epoch. */
export function useHasPassed(moment: number): boolean {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (now >= moment) return;
    // From the clock, because `now` is old when `moment` changes later.
    const wait = Math.max(0, moment - Date.now());
    const timer = setTimeout(() => setNow(Date.now()), Math.min(wait, MAX_WAIT_MS));
    return () => clearTimeout(timer);
  }, [moment, now]);
  return now >= moment;
}
