// React hook for the state of an emergency call: sent, being retried, received, or rejected.
import type { LatLng } from '@kerb/domain/geo';
import { randomKey } from '@kerb/sdk/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../lib/store.ts';
import { sendPanic } from './send-panic.ts';

export type PanicState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'sending' }
  /** Not confirmed yet: the request is being retried. */
  | { readonly kind: 'trying' }
  | { readonly kind: 'received'; readonly at: number }
  | { readonly kind: 'refused'; readonly problem: unknown };

const retryAfterMs = 2_000;
const attemptMs = 8_000;
/** Maximum time to wait for the location before the alert is sent without it. */
const placeWithinMs = 1_500;

const waitForRetry = (): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, retryAfterMs);
    window.addEventListener('online', go);
  });

/** The device's location, or null when it is not available within that time. */
const placeNow = (): Promise<LatLng | null> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(null), placeWithinMs);
    navigator.geolocation?.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      () => resolve(null),
      { maximumAge: 30_000, timeout: placeWithinMs, enableHighAccuracy: true },
    );
  });

export function usePanic(booking: string): { readonly state: PanicState; readonly call: () => void } {
  const [state, setState] = useState<PanicState>({ kind: 'ready' });
  const gone = useRef<AbortController | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    gone.current = controller;
    return () => controller.abort();
  }, []);

  const call = useCallback(() => {
    const signal = gone.current?.signal;
    if (!signal) return;
    setState({ kind: 'sending' });
    const idempotencyKey = randomKey();
    const run = async () => {
      const place = await placeNow();
      const at = await sendPanic(
        {
          send: (location) =>
            client.panicBooking(
              { params: { id: booking }, body: location ? { location } : {} },
              { idempotencyKey, signal, timeoutMs: attemptMs },
            ),
          wait: waitForRetry,
          onTrying: () => setState({ kind: 'trying' }),
          signal,
        },
        place,
      );
      if (at !== null) setState({ kind: 'received', at });
    };
    run().catch((problem: unknown) => {
      if (!signal.aborted) setState({ kind: 'refused', problem });
    });
  }, [booking]);

  return { state, call };
}
