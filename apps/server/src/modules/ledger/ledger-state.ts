// Reads the totals of the ledger and its protection against changes, for operators.
import { add, type Minor, subtract, ZERO } from '@kerb/domain/kernel';
import type { Queries, Tx } from '../../kit/index.ts';
import { type AccountGroup, ledgerRepository, type VehicleRevenue } from './ledger.repository.ts';
import type { Seal } from './seal.ts';
import { createSumVehicleRevenue } from './sum-vehicle-revenue.ts';

/** Amounts are minor units, hashes hexadecimal. */
export interface LedgerState {
  /** The platform's and the providers' accounts one by one; the accounts of users are summed by kind. */
  accounts: AccountGroup[];
  /** The parts of the account platform_revenue: convenience fees, and the charges for the platform's own vehicles. */
  revenue: VehicleRevenue & { fees: Minor };
  /** Sum of all balances: always 0. */
  total: Minor;
  /** Number of links of the chain, equal to the number of transactions. */
  transactions: number;
  chainHead: string | null;
  lastSeal: Pick<Seal, 'day' | 'through' | 'head' | 'sealedAt'> | null;
  /** Whether the server's database role has no privilege to update, delete or truncate the ledger's tables. */
  separated: boolean;
}

export function createViewLedgerState(db: Queries) {
  const sumVehicleRevenue = createSumVehicleRevenue();

  /** Reads the accounts and the chain in one snapshot. */
  return async function viewLedgerState(): Promise<LedgerState> {
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => readLedgerState(tx, sumVehicleRevenue));
  };
}

async function readLedgerState(
  tx: Tx,
  sumVehicleRevenue: ReturnType<typeof createSumVehicleRevenue>,
): Promise<LedgerState> {
  const ledger = ledgerRepository(tx);
  const accounts = await ledger.accounts();
  const revenue = accounts.find(({ kind }) => kind === 'platform_revenue')?.balance ?? ZERO;
  const head = await ledger.head();
  const { rent, commission } = await sumVehicleRevenue(ledger, head);
  const [seal] = await ledger.seals(1);
  const separated = await ledger.isSeparated();
  return {
    accounts,
    revenue: { fees: subtract(revenue, add(rent, commission)), rent, commission },
    total: add(...accounts.map(({ balance }) => balance)),
    transactions: head?.seq ?? 0,
    chainHead: head?.hash ?? null,
    lastSeal: seal
      ? { day: seal.day, through: seal.through, head: seal.head, sealedAt: seal.sealedAt }
      : null,
    separated,
  };
}
