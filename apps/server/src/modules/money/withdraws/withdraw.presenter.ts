// Presents a withdraw request to its owner and to admins; bank details only where the operator shows them.
import type { Withdraw } from '@kerb/contract';
import { toMajor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { WithdrawRow } from './withdraw.repository.ts';

/** Bank details are contact data: a console in demonstration mode hides them (specification §6). */
export const showsBank = (settings: Pick<Settings, 'bank_fields' | 'AllowCriticalEditsAdmin'>): boolean =>
  settings.bank_fields && settings.AllowCriticalEditsAdmin;

export function presentWithdraw(row: WithdrawRow, decimals: number, withBank: boolean): Withdraw {
  return {
    id: row.id,
    uid: row.uid,
    name: row.name,
    amount: toMajor(row.amount, decimals),
    date: row.date,
    bankName: withBank ? row.bank_name : null,
    bankCode: withBank ? row.bank_code : null,
    bankAccount: withBank ? row.bank_account : null,
    processed: row.processed,
    procesDate: row.proces_date,
    returned:
      row.returned_at === null || row.return_reason === null
        ? null
        : { at: row.returned_at, reason: row.return_reason },
  };
}
