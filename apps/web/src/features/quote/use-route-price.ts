// React hook that lazily loads the fare formula and returns the function that prices a car type on a route.
import { useEffect, useState } from 'react';
import { loadWithRetries } from '../../lib/load-with-retries.ts';

type PriceOf = typeof import('./route-price.ts').priceOf;

/** Null until loaded; loading starts when `wanted` is true. */
export function useRoutePrice(wanted: boolean): PriceOf | null {
  const [rules, setRules] = useState<{ readonly priceOf: PriceOf } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let shown = true;
    void loadWithRetries(() => import('./route-price.ts')).then(
      ({ priceOf }) => shown && setRules({ priceOf }),
    );
    return () => {
      shown = false;
    };
  }, [wanted]);
  return rules?.priceOf ?? null;
}
