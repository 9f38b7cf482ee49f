// What the ledger amounts to and how it is secured, for those who run the operation.
import { add, type Minor } from '@kerb/domain/kernel';
import type { Queries, Tx } from '../../kit/index.ts';
import { type AccountsOfAKind, ledgerRepository } from './ledger.repository.ts';
import type { Seal } from './seal.ts';

/** Amounts are minor units, hashes hexadecimal. */
export interface LedgerState {
  /** The platform's and the providers' accounts each, people's of one kind together. */
  accounts: AccountsOfAKind[];
  /** Of all balances: always 0. */
  total: Minor;
  /** Links of the chain: as many as there are transactions. */
  transactions: number;
  chainHead: string | null;
  lastSeal: Pick<Seal, 'day' | 'through' | 'head' | 'sealedAt'> | null;
  /** Whether the database itself refuses changes of the ledger to the program's user. */
  separated: boolean;
}

/** The accounts and the chain at one moment. */
export async function viewLedgerState(db: Queries): Promise<LedgerState> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readLedgerState(tx));
}

async function readLedgerState(tx: Tx): Promise<LedgerState> {
  const ledger = ledgerRepository(tx);
  const accounts = await ledger.accounts();
  const head = await ledger.head();
  const [seal] = await ledger.seals(1);
  const separated = await ledger.isSeparated();
  return {
    accounts,
    total: add(...accounts.map(({ balance }) => balance)),
    transactions: head?.seq ?? 0,
    chainHead: head?.hash ?? null,
    lastSeal: seal
      ? { day: seal.day, through: seal.through, head: seal.head, sealedAt: seal.sealedAt }
      : null,
    separated,
  };
}
