// Slice of promos in the console: the current page, and editPromo of the specification.
import type { RouteAnswer, RouteInput, Routes } from '@kerb/contract';
import type { Promo, PromoInput, PromoUpdate } from '@kerb/domain/fare';
import type { UnknownAction } from '@reduxjs/toolkit';
import { type AsyncState, failed, noError } from '../async-slice.ts';
import { isSignedOut } from '../auth.slice.ts';
import { createCall } from '../thunk.ts';

export type PromoQuery = NonNullable<RouteInput<Routes['listPromos']>['query']>;
export type PromoPage = RouteAnswer<Routes['listPromos']>;

/** Fetches one page of promos, searched and sorted by the server. */
export const fetchPromos = createCall(
  'promodata/fetchPromos',
  (client, query: PromoQuery, signal): Promise<PromoPage> => client.listPromos({ query }, { signal }),
);

/** editPromo(data, Add|Update|Delete) of the specification. */
export type PromoEdit =
  | { readonly method: 'Add'; readonly data: PromoInput }
  | { readonly method: 'Update'; readonly data: PromoUpdate & { readonly id: string } }
  | { readonly method: 'Delete'; readonly data: { readonly id: string } };

/** Returns the promo after the edit; null when it was deleted. */
export const editPromo = createCall(
  'promodata/editPromo',
  async (client, { method, data }: PromoEdit): Promise<Promo | null> => {
    switch (method) {
      case 'Add':
        return client.addPromo({ body: data });
      case 'Update': {
        const { id, ...body } = data;
        return client.editPromo({ params: { id }, body });
      }
      case 'Delete':
        await client.deletePromo({ params: { id: data.id } });
        return null;
    }
  },
);

interface PromosData {
  /** The page that was fetched last, in its order. */
  readonly promos: readonly Promo[] | null;
}
export type PromosState = AsyncState<PromosData>;

const initialState: PromosState = { promos: null, loading: false, error: noError };

/** Applies an edit to the loaded page; the screen refetches the page itself. */
function edited(state: PromosState, action: UnknownAction): PromosState {
  if (!editPromo.fulfilled.match(action) || state.promos === null) return state;
  const { payload, meta } = action;
  switch (meta.arg.method) {
    case 'Add':
      return state;
    case 'Update':
      return { ...state, promos: state.promos.map((one) => (one.id === payload?.id ? payload : one)) };
    case 'Delete': {
      const { id } = meta.arg.data;
      return { ...state, promos: state.promos.filter((one) => one.id !== id) };
    }
  }
}

export function promosReducer(state: PromosState = initialState, action: UnknownAction): PromosState {
  if (isSignedOut(action)) return initialState;
  if (fetchPromos.pending.match(action)) return { ...state, loading: true, error: noError };
  if (fetchPromos.fulfilled.match(action))
    return { promos: action.payload.items, loading: false, error: noError };
  // An aborted page request is not a failure.
  if (fetchPromos.rejected.match(action) && action.meta.aborted) return { ...state, loading: false };
  if (fetchPromos.rejected.match(action))
    return { promos: null, loading: false, error: failed(action.payload) };
  return edited(state, action);
}
