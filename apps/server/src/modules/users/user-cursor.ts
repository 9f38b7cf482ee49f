// The cursor of a list of people: where the page before ended, readable by the very list that gave it.
import type { UserSort } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { z } from 'zod';
import type { SortValue } from './directory.repository.ts';

export interface ListOrder {
  sort: UserSort;
  order: 'asc' | 'desc';
}

type Kind = 'text' | 'whole' | 'small' | 'number';

const kinds: Record<UserSort, Kind> = {
  createdAt: 'whole',
  firstName: 'text',
  lastName: 'text',
  email: 'text',
  mobile: 'text',
  walletBalance: 'whole',
  rating: 'number',
  vehicleNumber: 'text',
  review: 'small',
  duty: 'small',
  documents: 'whole',
  carType: 'text',
  fleetadmin: 'text',
};

/** Whether a column of the kind can hold the value at all; no text holds a NUL. */
function isOf(kind: Kind, value: SortValue): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string' && !value.includes('\0');
    case 'whole':
      return Number.isSafeInteger(value);
    // A 32-bit column.
    case 'small':
      return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31;
    case 'number':
      return typeof value === 'number';
  }
}

const cursorShape = z.tuple([z.string(), z.string(), z.union([z.string(), z.number()]), z.uuid()]);

export const writeUserCursor = ({ sort, order }: ListOrder, value: SortValue, uid: string): string =>
  Buffer.from(JSON.stringify([sort, order, value, uid])).toString('base64url');

const parse = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
};

/** Throws `invalid_input` for anything that this list, in this order, has not given. */
export function readUserCursor(
  { sort, order }: ListOrder,
  cursor: string,
): { value: SortValue; uid: string } {
  const read = cursorShape.safeParse(parse(cursor));
  if (read.success) {
    const [ofSort, ofOrder, value, uid] = read.data;
    if (ofSort === sort && ofOrder === order && isOf(kinds[sort], value)) return { value, uid };
  }
  const message = 'This cursor was not given by this list';
  throw new DomainError('invalid_input', undefined, [{ path: 'cursor', message }]);
}
