// The database as modules receive it: no tables at first, each repository adds its own with withTables.
import type { Kysely, Transaction } from 'kysely';

export type NoTables = Record<never, never>;

/** Anything that can run queries: the pool or a transaction. What repositories take. */
export type Queries = Kysely<NoTables>;

/** A running transaction. What anything that writes together with other writes takes. */
export type Tx = Transaction<NoTables>;
