// Cursors of lists: where the previous page ended. A cursor that the list did not issue is `invalid_input`.
import { DomainError } from '@kerb/domain/kernel';
import { z } from 'zod';

const uuid = z.uuid();
const WHOLE_NUMBER = /^[1-9]\d{0,14}$/;

export function invalidCursor(): DomainError {
  const message = 'This cursor was not given by this list';
  return new DomainError('invalid_input', message, [{ path: 'cursor', message }]);
}

/** The cursor of a list in the order of ids, which are UUIDs. Throws `invalid_input`. */
export function idCursor(cursor: string | undefined): string | undefined {
  if (cursor !== undefined && !uuid.safeParse(cursor).success) throw invalidCursor();
  return cursor;
}

/** The cursor of a list in the order of numbers from 1 to `most`. Throws `invalid_input`. */
export function numberCursor(cursor: string | undefined, most = Number.MAX_SAFE_INTEGER): number | undefined {
  if (cursor === undefined) return undefined;
  if (!WHOLE_NUMBER.test(cursor) || Number(cursor) > most) throw invalidCursor();
  return Number(cursor);
}

/** The values of the last row that the list is sorted by. */
export const writeCursor = (place: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** Throws `invalid_input` for a cursor that does not contain such values. */
export function readCursor<Place>(shape: z.ZodType<Place>, cursor: string): Place {
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw invalidCursor();
  }
}
