// Loads the fare rules once, in the background, and hands over the price of a car type on a route when they are here.
import { useEffect, useState } from 'react';

type PriceOf = typeof import('./route-price.ts').priceOf;

/** Null until loaded; `wanted` starts it. */
export function useRoutePrice(wanted: boolean): PriceOf | null {
  const [rules, setRules] = useState<{ readonly priceOf: PriceOf } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let shown = true;
    // A failed load is tried again with the next change; the price preview is a courtesy until then.
    import('./route-price.ts').then(
      ({ priceOf }) => shown && setRules({ priceOf }),
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, [wanted]);
  return rules?.priceOf ?? null;
}
