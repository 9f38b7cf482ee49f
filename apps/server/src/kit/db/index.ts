// Public interface of the database kit.

export { anyOf } from './any-of.ts';
export { type AppRole, ensureAppRole } from './app-role.ts';
export { type Database, type DatabaseOptions, openDatabase } from './database.ts';
export { insertRows } from './insert-rows.ts';
export { isMigrated, MigrationError, migrate, readMigrations } from './migrate.ts';
export { asPgError, isRetryable, violatesForeignKey, violatesUnique } from './pg-error.ts';
export { databaseAt, requirePooledRole, requireSessions } from './pooler.ts';
export type { NoTables, Queries, Tx } from './tables.ts';
export { bindRepositories, createTransactor, type TxOptions, type WithTx } from './transactor.ts';
