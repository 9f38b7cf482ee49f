// "Withdraw": a user requests a payout; the amount is debited at once, so that it cannot be requested twice.
import type { RouteBody, routes, Withdraw } from '@kerb/contract';
import { fullNameOf } from '@kerb/domain/identity';
import { amountInput, DomainError, type Minor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Actor, Tx } from '../../../kit/index.ts';
import type { User } from '../../identity/index.ts';
import type { MoneyDeps } from '../money.deps.ts';
import { publishWithdrawChanged } from './withdraw.events.ts';
import { withdrawPolicy } from './withdraw.policy.ts';
import { presentWithdraw } from './withdraw.presenter.ts';
import { type WithdrawRow, withdrawRepository } from './withdraw.repository.ts';

export type WithdrawInput = RouteBody<(typeof routes)['requestWithdraw']>;
type BankDetails = Pick<WithdrawRow, 'bank_name' | 'bank_code' | 'bank_account'>;

const noBank: BankDetails = { bank_name: null, bank_code: null, bank_account: null };

/**
 * Throws `no_details_error` for an invalid amount, `withdraw_not_allowed`, `insufficient_wallet` and
 * `bank_details_missing`; nothing is changed then.
 */
export function createRequestWithdraw({ withTx, clock, ids, settings, identity, wallet }: MoneyDeps) {
  /**
   * Completes the bank details of the request from the profile, and stores changed ones there. Throws
   * `bank_details_missing`.
   */
  async function bankDetails(tx: Tx, user: User, given: WithdrawInput): Promise<BankDetails> {
    const { bankName = user.bankName, bankCode = user.bankCode, bankAccount = user.bankAccount } = given;
    const missing = Object.entries({ bankName, bankAccount }).flatMap(([path, value]) =>
      value === '' ? [{ path, message: 'Enter this' }] : [],
    );
    if (missing.length > 0) throw new DomainError('bank_details_missing', undefined, missing);
    const isOther =
      bankName !== user.bankName || bankCode !== user.bankCode || bankAccount !== user.bankAccount;
    if (isOther) await identity.changeUser(tx, user.uid, { bankName, bankCode, bankAccount });
    return { bank_name: bankName, bank_code: bankCode, bank_account: bankAccount };
  }

  async function request(tx: Tx, actor: Actor, input: WithdrawInput, current: Settings) {
    const user = await identity.lockUser(tx, actor.uid);
    if (user === null) throw new DomainError('not_found');
    const account = { kind: withdrawPolicy.requestWithdraw(user.usertype, current), owner: user.uid };
    const { decimal } = await settings.lockMoneyUnit(tx);
    const amount: Minor = amountInput(input.amount, decimal);
    const bank = current.bank_fields ? await bankDetails(tx, user, input) : noBank;
    if ((await wallet.lockAnyBalance(tx, user.uid)) < amount) throw new DomainError('insufficient_wallet');
    const row: WithdrawRow = {
      id: ids.next(),
      uid: user.uid,
      account: account.kind,
      amount,
      date: clock.now(),
      ...bank,
      name: fullNameOf(user),
      processed: false,
      proces_date: null,
      returned_at: null,
      return_reason: null,
      decided_by: null,
    };
    await withdrawRepository(tx).insert(row);
    await wallet.takeWithdrawal(tx, row.id, { account, amount });
    await publishWithdrawChanged(tx, row);
    return presentWithdraw(row, decimal, current.bank_fields);
  }

  return async function requestWithdraw(actor: Actor, input: WithdrawInput): Promise<Withdraw> {
    const current = await settings.get();
    return withTx((tx) => request(tx, actor, input, current));
  };
}
