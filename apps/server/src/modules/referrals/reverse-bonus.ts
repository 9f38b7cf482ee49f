// Takes a referral bonus back for an admin: a held one is never paid, a paid one is withdrawn from the wallets.
import type { ReferralView } from '@kerb/contract';
import { DomainError, type Minor, negate, subtract, toMajor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import {
  type Actor,
  appendEvent,
  type Clock,
  recordSecurity,
  removeJob,
  type Tx,
  type WithTx,
} from '../../kit/index.ts';
import type { IdentityApi } from '../identity/index.ts';
import type { WalletApi } from '../wallet/index.ts';
import { accountOf } from './bonus-accounts.ts';
import { referralsPolicy } from './referrals.policy.ts';
import { type Referral, referralsRepository } from './referrals.repository.ts';

export interface ReverseBonusDeps {
  withTx: WithTx;
  clock: Clock;
  settings: { get(): Promise<Pick<Settings, 'decimal'>> };
  identity: Pick<IdentityApi, 'recordAudit'>;
  wallet: Pick<WalletApi, 'reverseReferral' | 'lockAnyBalance'>;
  present: (referral: Referral) => Promise<ReferralView>;
}

interface Reversal {
  actor: Actor;
  reason: string;
  decimal: number;
}

const findReversible = async (tx: Tx, rider: string): Promise<Referral> => {
  const referral = await referralsRepository(tx).findForUpdate(rider);
  if (referral === null) throw new DomainError('not_found');
  if (referral.status !== 'held' && referral.status !== 'paid') throw new DomainError('already_processed');
  return referral;
};

/** Throws `not_found`, and `already_processed` for a bonus that was already reversed or never given. */
export function createReverseBonus(deps: ReverseBonusDeps) {
  const { withTx, clock, settings, identity, wallet, present } = deps;

  /** Withdraws the bonus from each wallet that got it, and records the remaining balances in the audit trail. */
  async function takeBack(tx: Tx, referral: Referral, { actor, reason, decimal }: Reversal): Promise<void> {
    const { rider, referrer, booking, bonus } = referral;
    const owners = referrer !== null && referral.referrer_bonus > 0 ? [rider, referrer] : [rider];
    // The wallets exist: a wallet's role is that of its first use and does not change with the user's role.
    const accounts = owners.map((uid) => accountOf({ uid, usertype: 'rider' }));
    await wallet.reverseReferral(tx, rider, { booking, accounts, bonus });
    for (const uid of owners) {
      const balance: Minor = await wallet.lockAnyBalance(tx, uid);
      await identity.recordAudit(tx, {
        uid,
        by: actor.uid,
        action: 'wallet',
        before: { walletBalance: toMajor(subtract(balance, negate(bonus)), decimal) },
        after: { walletBalance: toMajor(balance, decimal), amount: toMajor(negate(bonus), decimal), reason },
      });
    }
  }

  async function reverse(tx: Tx, rider: string, reversal: Reversal): Promise<Referral> {
    const referral = await findReversible(tx, rider);
    if (referral.status === 'paid') await takeBack(tx, referral, reversal);
    else {
      await removeJob(tx, `referral:${rider}`);
      await identity.recordAudit(tx, {
        uid: rider,
        by: reversal.actor.uid,
        action: 'wallet',
        before: { referral: 'held' },
        after: { referral: 'reversed', reason: reversal.reason },
      });
    }
    const changes = {
      status: 'reversed' as const,
      reversed_at: clock.now(),
      reversed_by: reversal.actor.uid,
      reversal_reason: reversal.reason,
    };
    await referralsRepository(tx).change(rider, changes);
    const { booking, bonus: amount } = referral;
    recordSecurity(tx, { event: 'bonus_reversed', uid: rider, booking, amount });
    await appendEvent(tx, { name: 'referral.reversed', topics: [], data: { rider } });
    return { ...referral, ...changes };
  }

  return async function reverseBonus(actor: Actor, rider: string, reason: string): Promise<ReferralView> {
    referralsPolicy.reverseReferral(actor);
    const { decimal } = await settings.get();
    return present(await withTx((tx) => reverse(tx, rider, { actor, reason, decimal })));
  };
}
