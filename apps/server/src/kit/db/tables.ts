// Types of the database as modules receive it: without tables; each repository adds its own with withTables.
import type { Kysely, Transaction } from 'kysely';

export type NoTables = Record<never, never>;

/** Anything that can run queries, such as the pool or a transaction; the parameter type of repositories. */
export type Queries = Kysely<NoTables>;

/** A running transaction; the parameter type of functions that write in their caller's transaction. */
export type Tx = Transaction<NoTables>;
