// Who calls: the rider with the number that a telephone system handed over, or that a dispatcher typed.
import type { User } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import { useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';

export type CallerState =
  | { readonly kind: 'none' }
  | { readonly kind: 'searching'; readonly number: string }
  | { readonly kind: 'known'; readonly number: string; readonly rider: User }
  | { readonly kind: 'unknown'; readonly number: string }
  /** The number of a driver or an admin. */
  | { readonly kind: 'not_a_rider'; readonly number: string }
  /** No number was handed over. */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'failed'; readonly number: string; readonly problem: unknown };

const hidden = /^(anonymous|private|unknown|restricted|unavailable|withheld)?$/i;

/** Spaces of a number in an address that was not encoded: "+" is one there. */
const asDialled = (caller: string): string => caller.replace(/^ (?=\d)/, '+').trim();

async function find(number: string, signal: AbortSignal): Promise<CallerState> {
  try {
    const { rider, isOtherUser } = await client.findCaller({ query: { number } }, { signal });
    if (isOtherUser) return { kind: 'not_a_rider', number };
    if (rider === null) return { kind: 'unknown', number };
    return { kind: 'known', number, rider: await client.getUser({ params: { id: rider } }, { signal }) };
  } catch (problem) {
    // A short number of a telephone system is no number of a rider.
    const isNoNumber = problem instanceof ApiError && problem.code === 'invalid_mobile';
    return isNoNumber ? { kind: 'unknown', number } : { kind: 'failed', number, problem };
  }
}

/** `caller`: what the address says; null without a call. */
export function useCaller(caller: string | null): CallerState {
  const [state, setState] = useState<CallerState>({ kind: 'none' });
  useEffect(() => {
    if (caller === null) return setState({ kind: 'none' });
    const number = asDialled(caller);
    if (hidden.test(number)) return setState({ kind: 'hidden' });
    const controller = new AbortController();
    setState({ kind: 'searching', number });
    void find(number, controller.signal).then((found) => {
      if (!controller.signal.aborted) setState(found);
    });
    return () => controller.abort();
  }, [caller]);
  return state;
}

/** The rider that a text means: the only one whom the search finds. Several or none: null, with how many there are. */
export async function riderMeant(text: string): Promise<{ rider: User | null; count: number }> {
  const { items } = await client.listUsers({
    query: { q: text, usertype: 'rider', limit: 2, sort: 'firstName', order: 'asc' },
  });
  const [only] = items;
  return { rider: items.length === 1 && only ? only : null, count: items.length };
}
