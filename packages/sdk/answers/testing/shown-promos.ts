// Test helpers that read promos through the cache and return what a screen would show.
import { ApiError } from '../../client/index.ts';
import { joinedState } from '../joined-state.ts';
import type { JoinedStore } from './joined-store.ts';

/** A response of the server: a page of promos with these names. */
export const page = (...names: string[]) => ({
  items: names.map((promo_name) => ({ promo_name })),
  nextCursor: null,
});

type Joined = Pick<JoinedStore, 'store' | 'answers'>;

const promosFor = (q: string) => ({ query: { q } });

export const readPromos = ({ store, answers }: Joined, q: string) =>
  store.dispatch(answers.endpoints.listPromos.initiate(promosFor(q)));

/** Returns what a screen with the search `q` shows: names, or the code of the error. */
export function shownPromos(
  { store, answers }: Joined,
  q: string,
): readonly string[] | ApiError['code'] | undefined {
  const select = answers.endpoints.listPromos.select(promosFor(q));
  const { data, error } = select(joinedState(store.getState()));
  if (error instanceof ApiError) return error.code;
  return data?.items.map(({ promo_name }) => promo_name);
}
