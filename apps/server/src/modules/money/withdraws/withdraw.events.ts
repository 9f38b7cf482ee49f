// Publishes events of a withdraw request to its user and the admins' money screens, with id and state only.
import { appendEvent, type Tx } from '../../../kit/index.ts';
import type { WithdrawRow, WithdrawState } from './withdraw.repository.ts';

/** The state of a request: waiting, or its final decision, paid out or returned. */
export function stateOf(row: Pick<WithdrawRow, 'processed' | 'returned_at'>): WithdrawState {
  if (row.processed) return 'processed';
  return row.returned_at === null ? 'pending' : 'returned';
}

/** `amount` in minor units, for the text of a notification. */
export async function publishWithdrawChanged(tx: Tx, row: WithdrawRow): Promise<void> {
  await appendEvent(tx, {
    name: 'withdraw.changed',
    topics: [`user:${row.uid}`, 'money'],
    data: { withdraw_id: row.id, uid: row.uid, state: stateOf(row), amount: row.amount },
  });
}
