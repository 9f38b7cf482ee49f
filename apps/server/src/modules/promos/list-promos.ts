// Use case "fetchPromos": a page of all promos with their counts of uses, searched and sorted.
import type { PromoSort } from '@kerb/contract';
import type { Promo } from '@kerb/domain/fare';
import type { SortedOrder } from '../../kit/index.ts';
import { promoCursor } from './promo-cursor.ts';
import type { PromosDeps } from './promos.deps.ts';
import { promosRepository, sortValueOf } from './promos.repository.ts';

export interface PromoQuery extends SortedOrder<PromoSort> {
  /** Words to search in the name and the description. */
  q?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** Throws `invalid_input` for a cursor of another list. */
export function createListPromos({ db }: Pick<PromosDeps, 'db'>) {
  const promos = promosRepository(db);
  return async function listPromos({
    q,
    limit,
    cursor,
    ...order
  }: PromoQuery): Promise<{ items: Promo[]; nextCursor: string | null }> {
    const after = cursor === undefined ? null : promoCursor.read(order, cursor);
    const rows = await promos.page(q, { ...order, after, limit: limit + 1 });
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const nextCursor =
      last && rows.length > items.length
        ? promoCursor.write(order, { value: sortValueOf(order.sort, last), id: last.id })
        : null;
    return { items, nextCursor };
  };
}
