// Entry point of the ledger: accounts, entries, and the entries of each business event.
export * from './ledger-entries.ts';
export * from './task-block.ts';
