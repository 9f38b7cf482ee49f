// Reports to the server that an offer is on the driver's screen, so that it sends no push message for it.
import { useEffect } from 'react';
import { live } from '../../lib/live.ts';

/** A page in the background shows nothing: its offers are reported when it becomes visible. */
export function useOfferShown(booking: string): void {
  useEffect(() => {
    const report = () => {
      if (document.visibilityState === 'visible') live.sendOfferShown(booking);
    };
    report();
    document.addEventListener('visibilitychange', report);
    return () => document.removeEventListener('visibilitychange', report);
  }, [booking]);
}
