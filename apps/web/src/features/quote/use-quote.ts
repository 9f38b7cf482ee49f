// The estimate while its dialog is open: quoted again when it expires, with a promo or without, never changed unsaid.
import type { EstimateRequest, EstimateView } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import { changeEstimate, clearEstimate, getEstimate } from '@kerb/sdk/store';
import { useRef, useState } from 'react';
import { client, useKerbDispatch, useKerbSelector } from '../../lib/store.ts';

/** What happened to the price by itself; the rider says yes to another price before anything can be confirmed. */
export interface QuoteNotice {
  /** What the rider was to pay, and what it is now; major units. */
  readonly was: number;
  readonly now: number;
  /** Why the promo was taken off, an error key; null when it was not. */
  readonly promo: string | null;
}

export interface QuoteKeeper {
  readonly estimate: EstimateView | null;
  readonly notice: QuoteNotice | null;
  /** The other price is agreed to. */
  readonly accept: () => void;
  /** Throws the key of a refusal. */
  readonly ask: (journey: EstimateRequest) => Promise<void>;
  /** Quotes the same journey again, with the same promo if it still applies. Throws the server's error. */
  readonly renew: () => Promise<void>;
  /** By its id or its name. Throws what the server refused with. */
  readonly applyPromo: (promo: string) => Promise<void>;
  readonly removePromo: () => Promise<void>;
  /** The promo died between the estimate and the booking: the price without it, and why. */
  readonly dropPromo: (reason: string) => Promise<void>;
  readonly clear: () => void;
}

/** Another price that is not yet agreed to. */
export const mustAgree = (notice: QuoteNotice | null): boolean =>
  notice !== null && notice.now !== notice.was;

/** The key of what a call was refused with. */
export function keyOf(problem: unknown): string {
  if (problem instanceof ApiError) return problem.code;
  return typeof problem === 'string' ? problem : 'internal';
}

/** `rider`: whose uses of promos count when an admin books for them. */
export function useQuote(rider: string | null): QuoteKeeper {
  const dispatch = useKerbDispatch();
  const { estimate } = useKerbSelector((state) => state.estimatedata);
  const [notice, setNotice] = useState<QuoteNotice | null>(null);
  const journey = useRef<EstimateRequest | null>(null);
  const shown = useRef<string | null>(null);
  shown.current = estimate?.id ?? null;
  const forRider = rider === null ? {} : { rider };

  /** Answers that come after the dialog was closed change nothing. */
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
      return { next: fresh, refused: keyOf(problem) };
    }
  };

  const renew = async (reason: string | null = null) => {
    const asked = journey.current;
    if (!asked || !estimate) return;
    const fresh = await client.createEstimate({ body: asked });
    const promo = reason === null ? (estimate.promo?.promo_key ?? null) : null;
    const { next, refused } =
      promo === null ? { next: fresh, refused: reason } : await withPromo(fresh, promo);
    // What was never agreed to is still the price of before.
    const was = notice?.was ?? estimate.payableAmount;
    change(asked, next, { was, now: next.payableAmount, promo: refused });
  };

  const swap = async (call: (id: string) => Promise<EstimateView>) => {
    const asked = journey.current;
    if (!asked || !estimate) return;
    const next = await call(estimate.id);
    // It may have been quoted again meanwhile.
    if (shown.current === next.id) change(asked, next, null);
  };
  const takeOff = (id: string) => client.removePromo({ params: { id } });

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
    removePromo: () => swap(takeOff),
    async dropPromo(reason) {
      const asked = journey.current;
      if (!asked || !estimate) return;
      try {
        const next = await takeOff(estimate.id);
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
