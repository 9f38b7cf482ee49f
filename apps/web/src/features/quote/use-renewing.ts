// Quotes again when it is time to, once the page is looked at: nobody needs a price in a hidden tab.
import { useEffect, useRef } from 'react';

export function useRenewing(due: boolean, renew: () => Promise<void>): void {
  const newest = useRef(renew);
  useEffect(() => {
    newest.current = renew;
  });
  useEffect(() => {
    if (!due) return;
    const look = () => {
      if (document.visibilityState === 'visible') void newest.current();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [due]);
}
