// Loads the booking rules once, in the background, and hands them over when they are here.
import { useEffect, useState } from 'react';

type BookingRules = typeof import('./booking-rules.ts');

/** Null until loaded; `wanted` starts it. */
export function useBookingRules(wanted: boolean): BookingRules | null {
  const [rules, setRules] = useState<BookingRules | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let shown = true;
    // A failed load is tried again with the next change; the price preview is a courtesy until then.
    import('./booking-rules.ts').then(
      (loaded) => shown && setRules(loaded),
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, [wanted]);
  return rules;
}
