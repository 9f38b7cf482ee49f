// "completeWithdraw" and its opposite: an admin decides a request once, as paid by bank transfer or returned to the
// wallet.
import type { Withdraw } from '@kerb/contract';
import { DomainError, toMajor } from '@kerb/domain/kernel';
import { type Actor, recordSecurity, type Tx } from '../../../kit/index.ts';
import type { MoneyDeps } from '../money.deps.ts';
import { publishWithdrawChanged } from './withdraw.events.ts';
import { withdrawPolicy } from './withdraw.policy.ts';
import { presentWithdraw, showsBank } from './withdraw.presenter.ts';
import { type WithdrawRow, withdrawRepository } from './withdraw.repository.ts';

type Decision = Pick<WithdrawRow, 'processed' | 'proces_date' | 'returned_at' | 'return_reason'>;

/**
 * Both throw `not_found`, and `already_processed` for a request that already has either decision; `giveBack` also
 * `transition_not_allowed` when the account was deleted and has no wallet to credit.
 */
export function createDecideWithdraw({ withTx, clock, settings, identity, wallet }: MoneyDeps) {
  async function decide(
    tx: Tx,
    actor: Actor,
    id: string,
    { decision, moveMoney }: { decision: Decision; moveMoney: (row: WithdrawRow) => Promise<void> },
  ): Promise<WithdrawRow> {
    const repository = withdrawRepository(tx);
    const before = await repository.findForUpdate(id);
    if (!before) throw new DomainError('not_found');
    if (before.processed || before.returned_at !== null) throw new DomainError('already_processed');
    // Lock order: the user's row before the wallet's, as in every transaction that locks both.
    const person = await identity.lockUser(tx, before.uid);
    // The bank details stay, so that the transfer can be tried again.
    if (person === null && !decision.processed)
      throw new DomainError(
        'transition_not_allowed',
        'The account was deleted: transfer it to the bank account',
      );
    const after = await repository.decide(id, { ...decision, decided_by: actor.uid });
    await moveMoney(after);
    const { decimal } = await settings.lockMoneyUnit(tx);
    await identity.recordAudit(tx, {
      uid: after.uid,
      by: actor.uid,
      action: 'wallet',
      before: { processed: false },
      after: {
        amount: toMajor(after.amount, decimal),
        processed: after.processed,
        returned: after.return_reason,
      },
    });
    recordSecurity(tx, {
      event: 'payout_decided',
      withdraw: id,
      uid: after.uid,
      decision: after.processed ? 'completed' : 'returned',
      amount: after.amount,
    });
    await publishWithdrawChanged(tx, after);
    // Name and bank account of a deleted user were stored for the transfer only.
    if (person === null) await repository.erasePerson(after.uid);
    return after;
  }

  async function run(
    actor: Actor,
    id: string,
    decision: Decision,
    moveMoney: (tx: Tx, row: WithdrawRow) => Promise<void>,
  ): Promise<Withdraw> {
    const current = await settings.get();
    const row = await withTx((tx) =>
      decide(tx, actor, id, { decision, moveMoney: (after) => moveMoney(tx, after) }),
    );
    return presentWithdraw(row, current.decimal, showsBank(current));
  }

  return {
    complete(actor: Actor, id: string): Promise<Withdraw> {
      withdrawPolicy.completeWithdraw(actor);
      const decision = { processed: true, proces_date: clock.now(), returned_at: null, return_reason: null };
      return run(actor, id, decision, (tx, { amount }) => wallet.settleWithdrawal(tx, id, amount));
    },

    giveBack(actor: Actor, id: string, reason: string): Promise<Withdraw> {
      withdrawPolicy.returnWithdraw(actor);
      const decision = {
        processed: false,
        proces_date: null,
        returned_at: clock.now(),
        return_reason: reason,
      };
      return run(actor, id, decision, (tx, { account: kind, uid: owner, amount }) =>
        wallet.returnWithdrawal(tx, id, { account: { kind, owner }, amount }),
      );
    },
  };
}
