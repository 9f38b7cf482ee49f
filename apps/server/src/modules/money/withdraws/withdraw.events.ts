// Live events of a withdraw request, for its user and the admins' money screens, by id and state only.
import { appendEvent, type Tx } from '../../../kit/index.ts';
import type { WithdrawRow, WithdrawState } from './withdraw.repository.ts';

/** Decided once: paid out or given back. */
export function stateOf(row: Pick<WithdrawRow, 'processed' | 'returned_at'>): WithdrawState {
  if (row.processed) return 'processed';
  return row.returned_at === null ? 'pending' : 'returned';
}

/** `amount` in minor units, for the words of a notice. */
export async function publishWithdrawChanged(tx: Tx, row: WithdrawRow): Promise<void> {
  await appendEvent(tx, {
    name: 'withdraw.changed',
    topics: [`user:${row.uid}`, 'money'],
    data: { withdraw_id: row.id, uid: row.uid, state: stateOf(row), amount: row.amount },
  });
}
