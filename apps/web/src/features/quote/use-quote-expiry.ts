// React hook for a quote's expiry: ten minutes after its arrival by this device's clock, independent of the server's
// clock.
import type { EstimateView } from '@kerb/contract';
import { QUOTE_MS } from '@kerb/domain/booking';
import { useEffect, useState } from 'react';

interface Held {
  readonly id: string;
  readonly until: number;
}

/** `until` in ms since the epoch; null and false without a quote. */
export function useQuoteExpiry(estimate: EstimateView | null): { until: number | null; expired: boolean } {
  const [held, setHeld] = useState<Held | null>(null);
  const [over, setOver] = useState<string | null>(null);
  if (estimate && estimate.id !== held?.id) setHeld({ id: estimate.id, until: Date.now() + QUOTE_MS });
  const id = estimate && held ? held.id : null;
  const until = held?.until ?? 0;
  useEffect(() => {
    if (id === null) return;
    const timer = setTimeout(() => setOver(id), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [id, until]);
  return { until: id === null ? null : until, expired: id !== null && over === id };
}
