// The cursor of the list of promos: where the page before ended, readable by the very list that gave it.
import type { PromoSort } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { z } from 'zod';
import type { SortValue } from './promos.repository.ts';

export interface ListOrder {
  sort: PromoSort;
  order: 'asc' | 'desc';
}

const cursorShape = z.tuple([z.string(), z.string(), z.union([z.string(), z.number()]), z.uuid()]);

export const writePromoCursor = ({ sort, order }: ListOrder, value: SortValue, id: string): string =>
  Buffer.from(JSON.stringify([sort, order, value, id])).toString('base64url');

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}

/** As large as the count of uses gets in its column. */
const MOST_USES = 2_147_483_647;

/** Whether the column sorted by can hold the value at all; no text holds a NUL. */
function isOf(sort: PromoSort, value: SortValue): boolean {
  switch (sort) {
    case 'promo_name':
      return typeof value === 'string' && !value.includes('\0');
    case 'user_avail':
      return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= MOST_USES;
    case 'createdAt':
    case 'promo_validity':
      return Number.isSafeInteger(value);
  }
}

/** Throws `invalid_input` for anything that this list, in this order, has not given. */
export function readPromoCursor(
  { sort, order }: ListOrder,
  cursor: string,
): { value: SortValue; id: string } {
  const read = cursorShape.safeParse(parse(cursor));
  if (read.success) {
    const [ofSort, ofOrder, value, id] = read.data;
    if (ofSort === sort && ofOrder === order && isOf(sort, value)) return { value, id };
  }
  const message = 'This cursor was not given by this list';
  throw new DomainError('invalid_input', undefined, [{ path: 'cursor', message }]);
}
