// React hook that reports to the server that an offer is on the driver's screen, so that it sends no push message for
// it.
import { useEffect } from 'react';
import { live } from '../../lib/live.ts';

/** Offers in a background page are reported when the page becomes visible. */
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
