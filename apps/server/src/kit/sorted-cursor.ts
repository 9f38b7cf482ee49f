// Cursors of lists sorted by a chosen column: encode the end of the previous page, valid only for the same order.
import { z } from 'zod';
import { invalidCursor, writeCursor } from './cursor.ts';

/** Data type of the sort column; `small` is a 32-bit integer. */
export type SortedKind = 'text' | 'whole' | 'small' | 'number';

export interface SortedOrder<Sort extends string> {
  sort: Sort;
  order: 'asc' | 'desc';
}

export interface SortedPlace {
  /** Value of the last row in the sort column. */
  value: string | number;
  /** Id of the last row, a UUID: rows with equal values are sorted by it. */
  id: string;
}

const shape = z.tuple([z.string(), z.string(), z.union([z.string(), z.number()]), z.uuid()]);

/** Whether a column of this kind can hold the value; PostgreSQL texts cannot contain NUL. */
function isOf(kind: SortedKind, value: SortedPlace['value']): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string' && !value.includes('\0');
    case 'whole':
      return Number.isSafeInteger(value);
    case 'small':
      return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31;
    case 'number':
      return typeof value === 'number';
  }
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}

export function createSortedCursor<Sort extends string>(kinds: Readonly<Record<Sort, SortedKind>>) {
  return {
    write: ({ sort, order }: SortedOrder<Sort>, { value, id }: SortedPlace): string =>
      writeCursor([sort, order, value, id]),

    /** Throws `invalid_input` for a cursor that was not issued by a list in this order. */
    read({ sort, order }: SortedOrder<Sort>, cursor: string): SortedPlace {
      const read = shape.safeParse(parse(cursor));
      if (read.success) {
        const [ofSort, ofOrder, value, id] = read.data;
        if (ofSort === sort && ofOrder === order && isOf(kinds[sort], value)) return { value, id };
      }
      throw invalidCursor();
    },
  };
}
