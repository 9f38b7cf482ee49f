// Entry point of the money module: withdraws that users request, and credit that admins add to a wallet.
import { toMajor } from '@kerb/domain/kernel';
import type { ServerModule, Tx } from '../../kit/index.ts';
import { adminCreditRepository } from './admin-credit/admin-credit.repository.ts';
import type { MoneyDeps } from './money.deps.ts';
import { moneyRoutes } from './money.routes.ts';
import {
  type WaitingWithdraws,
  type WithdrawRow,
  withdrawRepository,
} from './withdraws/withdraw.repository.ts';

export type { WithdrawRow } from './withdraws/withdraw.repository.ts';

export interface MoneyApi {
  /**
   * Erases the names in decided requests and the reasons of credits; a pending request retains the bank account for its
   * transfer.
   */
  erasePerson(tx: Tx, uid: string): Promise<void>;
  /** Whether a request of the user has no decision; read in the transaction. */
  hasPendingWithdraw(tx: Tx, uid: string): Promise<boolean>;
  /** The user's requests without an admin's decision. */
  waitingOf(uid: string): Promise<WaitingWithdraws>;
  /** The user's withdraw requests, newest first, for the data export. */
  withdrawsOf(uid: string): Promise<readonly Record<string, unknown>[]>;
}

/** Maximum number of withdraws in one export. */
const MAX_WITHDRAWS = 5000;

export function createMoneyModule(deps: MoneyDeps): ServerModule & { api: MoneyApi } {
  const { db, settings } = deps;
  return {
    api: {
      async erasePerson(tx, uid) {
        await withdrawRepository(tx).erasePerson(uid);
        await adminCreditRepository(tx).erasePerson(uid);
      },
      hasPendingWithdraw: async (tx, uid) => (await withdrawRepository(tx).waitingOf(uid)).count > 0,
      waitingOf: withdrawRepository(db).waitingOf,
      async withdrawsOf(uid) {
        const { decimal } = await settings.get();
        const rows = await withdrawRepository(db).page({ uid }, { limit: MAX_WITHDRAWS });
        return rows.map((row) => ({
          id: row.id,
          date: row.date,
          amount: toMajor(row.amount, decimal),
          name: row.name,
          bankName: row.bank_name,
          bankCode: row.bank_code,
          bankAccount: row.bank_account,
          processed: row.processed,
          procesDate: row.proces_date,
          returnedAt: row.returned_at,
          returnReason: row.return_reason,
        }));
      },
    },
    routes: moneyRoutes(deps),
    // The topic carries every event of a wallet, for the admins' money page.
    topicPolicies: { money: async (actor) => (actor?.usertype === 'admin' ? ['money'] : null) },
  };
}

/** Inserts past withdraws, for seeds. The caller posts their amounts to the ledger separately. */
export const insertPastWithdraws = (tx: Tx, withdraws: readonly WithdrawRow[]): Promise<void> =>
  withdrawRepository(tx).insertPast(tx, withdraws);
