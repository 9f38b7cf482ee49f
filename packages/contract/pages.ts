// Paging of every list: a limit, an opaque cursor, and the page that comes back.
import { z } from 'zod';

export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** The longest holds two names of 80 letters of three bytes each, in base64. */
  cursor: z.string().max(1000).optional(),
});

/** A page of items; nextCursor is null on the last page. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** A whole number that may be left out; a form sends what is left out as nothing, which is not 0. */
export const optionalNumber = z
  .union([z.literal('').transform(() => undefined), z.coerce.number().int()])
  .optional();

/** An id of any object; written in capitals it is the same id, to every comparison. */
export const uuid = z.uuid().toLowerCase();

export const idParams = z.object({ id: uuid });

/** The largest picture taken in: larger than any phone's camera makes, smaller than a mistake. */
export const imageMaxBytes = 12 * 1024 * 1024;
