// Reads the promos again when one is added, changed or deleted anywhere, and when bookings take or give back uses.
import { useEffect, useMemo } from 'react';
import { useLiveTopic } from '../../lib/live.ts';
import { throttle } from '../../lib/throttle.ts';
import { useLiveRefresh } from '../../lib/use-live-refresh.ts';

/** Bookings come all the time; a count may be this old. */
const countsAtMostEveryMs = 5000;

/** `reload` should keep its identity, by useCallback. */
export function usePromoRefresh(reload: () => void): void {
  useLiveRefresh('catalog', reload);
  const recount = useMemo(() => throttle(reload, countsAtMostEveryMs), [reload]);
  useEffect(() => recount.cancel, [recount]);
  useLiveTopic('bookings', (message) => {
    if (message.type !== 'event') return;
    const { name, data } = message;
    if (name === 'booking.created' || data.status === 'CANCELLED') recount();
  });
}
