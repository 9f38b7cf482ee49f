// Wallets beyond one's own balance: withdraws, what admins add, and the page of the ledger behind it all.
import { toMajor } from '@kerb/domain/kernel';
import type { ServerModule, Tx } from '../../kit/index.ts';
import { adminCreditRepository } from './admin-credit/admin-credit.repository.ts';
import type { ViewLedgerDeps } from './ledger-page/view-ledger.ts';
import type { MoneyDeps } from './money.deps.ts';
import { moneyRoutes } from './money.routes.ts';
import { withdrawRepository } from './withdraws/withdraw.repository.ts';

export interface MoneyApi {
  /** Forgets who asked for what is decided, and why admins credited; a transfer still to be made keeps its account. */
  erasePerson(tx: Tx, uid: string): Promise<void>;
  /** What the person asked to be paid out, newest first, for the own export. */
  withdrawsOf(uid: string): Promise<readonly Record<string, unknown>[]>;
}

/** More than anybody asks for in years. */
const MOST_WITHDRAWS = 5000;

export function createMoneyModule(deps: MoneyDeps & ViewLedgerDeps): ServerModule & { api: MoneyApi } {
  const { db, settings } = deps;
  return {
    api: {
      async erasePerson(tx, uid) {
        await withdrawRepository(tx).erasePerson(uid);
        await adminCreditRepository(tx).erasePerson(uid);
      },
      async withdrawsOf(uid) {
        const { decimal } = await settings.get();
        const rows = await withdrawRepository(db).page({ uid }, { limit: MOST_WITHDRAWS });
        return rows.map((row) => ({
          ...{ id: row.id, date: row.date, amount: toMajor(row.amount, decimal), name: row.name },
          ...{ bankName: row.bank_name, bankCode: row.bank_code, bankAccount: row.bank_account },
          ...{ processed: row.processed, procesDate: row.proces_date },
          ...{ returnedAt: row.returned_at, returnReason: row.return_reason },
        }));
      },
    },
    routes: moneyRoutes(deps),
    // The books are the admins' alone.
    topicPolicies: { money: async (actor) => (actor?.usertype === 'admin' ? ['money'] : null) },
  };
}
