// React hook for the estimate while its dialog is open: renews it, applies and removes promos, and reports every price
// change.
import type { EstimateRequest, EstimateView } from '@kerb/contract';
import { changeEstimate, clearEstimate, getEstimate } from '@kerb/sdk/store';
import { useEffect, useRef, useState } from 'react';
import { codeOf } from '../../lib/error-code.ts';
import { client, useKerbDispatch, useKerbSelector } from '../../lib/store.ts';

/** A price change without the user's action; the rider must accept a different price before confirming. */
export interface QuoteNotice {
  /** The previous and the new price, in major units. */
  readonly was: number;
  readonly now: number;
  /** Error key of the reason why the promo was removed; null when it was not. */
  readonly promo: string | null;
}

export interface QuoteKeeper {
  readonly estimate: EstimateView | null;
  readonly notice: QuoteNotice | null;
  /** Accepts the changed price. */
  readonly accept: () => void;
  /** Requests an estimate. Rejects with the error key. */
  readonly ask: (journey: EstimateRequest) => Promise<void>;
  /** Quotes the same journey again, with the same promo if it still applies. Throws the server's error. */
  readonly renew: () => Promise<void>;
  /** Applies a promo by its id or name. Rejects with the server's error. */
  readonly applyPromo: (promo: string) => Promise<void>;
  readonly removePromo: () => Promise<void>;
  /** Requests the price without a promo that became invalid after the estimate; `reason` is its error key. */
  readonly dropPromo: (reason: string) => Promise<void>;
  readonly clear: () => void;
}

/** True while a changed price is not accepted. */
export const requiresConfirmation = (notice: QuoteNotice | null): boolean =>
  notice !== null && notice.now !== notice.was;

/** `rider`: uid of the rider whose uses of promos count when an admin books for them. */
export function useQuote(rider: string | null): QuoteKeeper {
  const dispatch = useKerbDispatch();
  const { estimate } = useKerbSelector((state) => state.estimatedata);
  const [notice, setNotice] = useState<QuoteNotice | null>(null);
  const journey = useRef<EstimateRequest | null>(null);
  const shown = useRef<string | null>(null);
  shown.current = estimate?.id ?? null;
  // A response that arrives after the form was unmounted must not change the estimate of the next one.
  useEffect(
    () => () => {
      journey.current = null;
    },
    [],
  );
  const forRider = rider === null ? {} : { rider };

  /** Ignores responses that arrive after the dialog was closed or another journey was requested. */
  const change = (asked: EstimateRequest, next: EstimateView, said: QuoteNotice | null) => {
    if (journey.current !== asked) return;
    dispatch(changeEstimate(next));
    setNotice(said);
  };

  const withPromo = async (fresh: EstimateView, promo: string) => {
    try {
      const body = { promo, ...forRider };
      return { next: await client.applyPromo({ params: { id: fresh.id }, body }), refused: null };
    } catch (problem) {
      return { next: fresh, refused: codeOf(problem) };
    }
  };

  const renew = async (reason: string | null = null) => {
    const asked = journey.current;
    if (!asked || !estimate) return;
    const fresh = await client.createEstimate({ body: asked });
    const promo = reason === null ? (estimate.promo?.promo_key ?? null) : null;
    const { next, refused } =
      promo === null ? { next: fresh, refused: reason } : await withPromo(fresh, promo);
    // Compare with the price that the rider accepted last, not with a change they have not accepted.
    const was = notice?.was ?? estimate.payableAmount;
    change(asked, next, { was, now: next.payableAmount, promo: refused });
  };

  const swap = async (call: (id: string) => Promise<EstimateView>) => {
    const asked = journey.current;
    if (!asked || !estimate) return;
    const next = await call(estimate.id);
    // The estimate may have been renewed while the request was running.
    if (shown.current === next.id) change(asked, next, null);
  };
  const removePromo = (id: string) => client.removePromo({ params: { id } });

  return {
    estimate,
    notice,
    accept: () => setNotice(null),
    async ask(next) {
      journey.current = next;
      setNotice(null);
      await dispatch(getEstimate(next)).unwrap();
    },
    renew,
    applyPromo: (promo) => swap((id) => client.applyPromo({ params: { id }, body: { promo, ...forRider } })),
    removePromo: () => swap(removePromo),
    async dropPromo(reason) {
      const asked = journey.current;
      if (!asked || !estimate) return;
      try {
        const next = await removePromo(estimate.id);
        change(asked, next, { was: estimate.payableAmount, now: next.payableAmount, promo: reason });
      } catch {
        await renew(reason);
      }
    },
    clear: () => {
      journey.current = null;
      setNotice(null);
      dispatch(clearEstimate());
    },
  };
}
