// Exports withdraw requests as CSV for the bank transfers, streamed row by row.
import type { Readable } from 'node:stream';
import { toMajor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { type Actor, type CsvLine, csvStream } from '../../../kit/index.ts';
import type { MoneyDeps } from '../money.deps.ts';
import { filterOf, type WithdrawQuery } from './list-withdraws.ts';
import { withdrawPolicy } from './withdraw.policy.ts';
import { type WithdrawRow, withdrawRepository } from './withdraw.repository.ts';

const ROWS_AT_ONCE = 1000;

const moment = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/**
 * The columns, named as in the specification. The amount has all the currency's decimals and no separators: "1250.50".
 */
const lineOf = (row: WithdrawRow, { decimal, code, bank_fields }: Settings): CsvLine => ({
  id: row.id,
  date: moment(row.date),
  name: row.name,
  ...(bank_fields ? { bankName: row.bank_name, bankCode: row.bank_code, bankAccount: row.bank_account } : {}),
  amount: { amount: toMajor(row.amount, decimal), decimals: decimal },
  currency: code,
  processed: row.processed,
  procesDate: moment(row.proces_date),
  returned: moment(row.returned_at),
  returnReason: row.return_reason,
});

/** Throws `demo_mode` while AllowCriticalEditsAdmin is off. */
export function createExportWithdraws({ db, settings }: Pick<MoneyDeps, 'db' | 'settings'>) {
  const withdraws = withdrawRepository(db);

  async function* lines(query: WithdrawQuery, current: Settings) {
    let before: string | undefined;
    for (;;) {
      const rows = await withdraws.page(filterOf(query, current), { limit: ROWS_AT_ONCE, before });
      for (const row of rows) yield lineOf(row, current);
      before = rows.at(-1)?.id;
      if (before === undefined || rows.length < ROWS_AT_ONCE) return;
    }
  }

  return async function exportWithdraws(actor: Actor, query: WithdrawQuery): Promise<Readable> {
    const current = await settings.get();
    withdrawPolicy.exportWithdraws(actor, current);
    return csvStream(lines(query, current));
  };
}
