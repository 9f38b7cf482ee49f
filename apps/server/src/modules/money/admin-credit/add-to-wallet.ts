// "addToWallet": an admin credits the wallet of a rider, driver or fleet admin, for cash received or as the operator's
// credit.
import { amountInput, DomainError, type Minor, subtract, toMajor } from '@kerb/domain/kernel';
import type { AdminCreditSource } from '@kerb/domain/ledger';
import { type Actor, recordSecurity, type Tx } from '../../../kit/index.ts';
import type { User } from '../../identity/index.ts';
import type { MoneyDeps } from '../money.deps.ts';
import { adminCreditPolicy } from './admin-credit.policy.ts';
import { adminCreditRepository } from './admin-credit.repository.ts';

export interface CreditInput {
  /** major units */
  amount: number;
  source: AdminCreditSource;
  reason: string;
}

/** The kind of ledger account of each role that has a wallet. */
const walletKinds = { rider: 'rider', driver: 'driver', fleetadmin: 'fleet' } as const;

type Holder = User & { usertype: keyof typeof walletKinds };

const hasWallet = (user: User | null): user is Holder => user !== null && user.usertype in walletKinds;

/**
 * Returns the balance in major units. The ledger allows one credit per idempotency key, also for late retries. Throws
 * `not_found` for users without a wallet, and `no_details_error`; nothing is changed then.
 */
export function createAddToWallet({ withTx, ids, settings, identity, wallet }: MoneyDeps) {
  async function record(
    tx: Tx,
    actor: Actor,
    credit: { transaction: string; user: Holder; amount: Minor; input: CreditInput; decimals: number },
  ): Promise<void> {
    const { transaction, user, amount, input, decimals } = credit;
    const { source, reason } = input;
    await adminCreditRepository(tx).insert({ transaction, uid: user.uid, by: actor.uid, source, reason });
    recordSecurity(tx, { event: 'wallet_credited', uid: user.uid, amount });
    const balance = await wallet.lockAnyBalance(tx, user.uid);
    await identity.recordAudit(tx, {
      uid: user.uid,
      by: actor.uid,
      action: 'wallet',
      before: { walletBalance: toMajor(subtract(balance, amount), decimals) },
      after: { walletBalance: toMajor(balance, decimals), amount: input.amount, source, reason },
    });
  }

  async function credit(tx: Tx, actor: Actor, uid: string, input: CreditInput, key: string | undefined) {
    const user = await identity.lockUser(tx, uid);
    if (!hasWallet(user)) throw new DomainError('not_found');
    const { decimal } = await settings.lockMoneyUnit(tx);
    const amount = amountInput(input.amount, decimal);
    const reference = key === undefined ? ids.next() : `${actor.uid} ${key}`;
    const account = { kind: walletKinds[user.usertype], owner: uid };
    const transaction = await wallet.creditByAdmin(tx, reference, { account, amount, source: input.source });
    if (transaction !== null)
      await record(tx, actor, { transaction, user, amount, input, decimals: decimal });
    return { walletBalance: toMajor(await wallet.lockAnyBalance(tx, uid), decimal) };
  }

  return async function addToWallet(
    actor: Actor,
    uid: string,
    input: CreditInput,
    key: string | undefined,
  ): Promise<{ walletBalance: number }> {
    adminCreditPolicy.addToWallet(actor);
    return withTx((tx) => credit(tx, actor, uid, input, key));
  };
}
