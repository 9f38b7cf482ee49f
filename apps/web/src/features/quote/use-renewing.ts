// Renews a quote before it expires, only while the page is visible.
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
