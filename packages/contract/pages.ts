// Schemas of paged lists: limit, opaque cursor and page.
import { z } from 'zod';

export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** The longest cursor contains two names of 80 characters of three bytes each, encoded in base64. */
  cursor: z.string().max(1000).optional(),
});

/** A page of items; nextCursor is null on the last page. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** An optional whole number. Forms send an empty text for an empty field, which means undefined and not 0. */
export const optionalNumber = z
  .union([z.literal('').transform(() => undefined), z.coerce.number().int()])
  .optional();

/** A UUID, converted to lower case so that ids in any letter case compare as equal. */
export const uuid = z.uuid().toLowerCase();

export const idParams = z.object({ id: uuid });

/**
 * Maximum size of an uploaded picture in bytes: larger than the pictures of any phone camera, small enough to reject
 * other files.
 */
export const imageMaxBytes = 12 * 1024 * 1024;
