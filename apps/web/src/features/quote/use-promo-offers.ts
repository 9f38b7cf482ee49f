// React hook that loads the valid promos for one quote when the list is opened.
import type { PromoOffer } from '@kerb/contract';
import { useCallback, useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';

interface PromoOffers {
  /** Null while loading. */
  readonly offers: readonly PromoOffer[] | null;
  readonly problem: unknown;
  readonly retry: () => void;
}

/** `rider`: uid of the rider whose uses count when an admin books for them. */
export function usePromoOffers(estimate: string, rider: string | null): PromoOffers {
  const [offers, setOffers] = useState<readonly PromoOffer[] | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const read = useCallback(
    async (signal?: AbortSignal) => {
      setProblem(null);
      try {
        const query = rider === null ? {} : { rider };
        const call = { params: { id: estimate }, query };
        const { items } = await client.listPromoOffers(call, signal ? { signal } : {});
        if (!signal?.aborted) setOffers(items);
      } catch (reason) {
        if (!signal?.aborted) setProblem(reason);
      }
    },
    [estimate, rider],
  );
  useEffect(() => {
    const running = new AbortController();
    void read(running.signal);
    return () => running.abort();
  }, [read]);
  return { offers, problem, retry: () => void read() };
}
