// Version of a row that is edited by several people.
import { z } from 'zod';

/** Largest value of PostgreSQL's `integer`, the type of the versions' columns. */
const MAX_INTEGER = 2_147_483_647;

/**
 * Schema of the version that an edit is based on: the first is 1, and each edit increments it. A function, so that pages
 * without such edits do not load it.
 */
export const rowVersion = () => z.number().int().min(1).max(MAX_INTEGER);
