// React hook that looks up a caller by the number from the telephone system or typed by the dispatcher.
import type { User } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import { useEffect, useMemo, useState } from 'react';
import { client } from '../../lib/store.ts';

export type CallerState =
  | { readonly kind: 'none' }
  | { readonly kind: 'searching'; readonly number: string }
  | { readonly kind: 'known'; readonly number: string; readonly rider: User }
  | { readonly kind: 'unknown'; readonly number: string }
  /** The number belongs to a user who is not a rider. */
  | { readonly kind: 'not_a_rider'; readonly number: string }
  /** The telephone system sent no number. */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'failed'; readonly number: string; readonly problem: unknown };

const hidden = /^(anonymous|private|unknown|restricted|unavailable|withheld)?$/i;

/** Restores a leading "+", which is decoded to a space when the query string was not encoded. */
const asDialled = (caller: string): string => caller.replace(/^ (?=\d)/, '+').trim();

async function find(number: string, signal: AbortSignal): Promise<CallerState> {
  try {
    const { rider, isOtherUser } = await client.findCaller({ query: { number } }, { signal });
    if (isOtherUser) return { kind: 'not_a_rider', number };
    if (rider === null) return { kind: 'unknown', number };
    return { kind: 'known', number, rider: await client.getUser({ params: { id: rider } }, { signal }) };
  } catch (problem) {
    // An internal extension is not a valid mobile number, so it is an unknown caller.
    const isNoNumber = problem instanceof ApiError && problem.code === 'invalid_mobile';
    return isNoNumber ? { kind: 'unknown', number } : { kind: 'failed', number, problem };
  }
}

/** `params`: the query of the address. */
export function useCaller(params: URLSearchParams): CallerState {
  const [state, setState] = useState<CallerState>({ kind: 'none' });
  const caller = params.get('caller');
  const id = params.get('call');
  // Another call may have the same caller.
  const call = useMemo(() => ({ id, caller }), [id, caller]);
  useEffect(() => {
    const { caller } = call;
    if (caller === null) return setState({ kind: 'none' });
    const number = asDialled(caller);
    if (hidden.test(number)) return setState({ kind: 'hidden' });
    const controller = new AbortController();
    setState({ kind: 'searching', number });
    void find(number, controller.signal).then((found) => {
      if (!controller.signal.aborted) setState(found);
    });
    return () => controller.abort();
  }, [call]);
  return state;
}

/** The rider that a text identifies: the only search result. For several results or no result, `rider` is null. */
export async function riderMeant(text: string): Promise<{ rider: User | null; count: number }> {
  const { items } = await client.listUsers({
    query: { q: text, usertype: 'rider', limit: 2, sort: 'firstName', order: 'asc' },
  });
  const [only] = items;
  return { rider: items.length === 1 && only ? only : null, count: items.length };
}
