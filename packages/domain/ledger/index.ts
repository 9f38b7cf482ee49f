// Entry point of the ledger: accounts, entries, and what each business event writes.
export * from './ledger-entries.ts';
export * from './task-block.ts';
