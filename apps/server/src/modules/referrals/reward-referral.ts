// A referred rider's first trip is paid: who invited and who came each get the bonus, once.
import { createHmac } from 'node:crypto';
import type { Usertype } from '@kerb/domain/identity';
import { roundToMinor } from '@kerb/domain/kernel';
import type { PersonAccount } from '@kerb/domain/ledger';
import type { Settings } from '@kerb/domain/settings';
import { appendEvent, type Clock, type WithTx } from '../../kit/index.ts';
import type { IdentityApi } from '../identity/index.ts';
import type { WalletApi } from '../wallet/index.ts';
import { referralsRepository } from './referrals.repository.ts';

export interface PaidTrip {
  id: string;
  /** uid of the rider */
  customer: string;
}

export interface RewardReferralDeps {
  withTx: WithTx;
  clock: Clock;
  /** Keys the hash under which a mobile is remembered. */
  secret: string;
  settings: { get(): Promise<Pick<Settings, 'bonus' | 'decimal'>> };
  identity: Pick<IdentityApi, 'userOf' | 'findReferrer'>;
  wallet: Pick<WalletApi, 'creditReferral'>;
}

function accountOf(owner: string, usertype: Usertype): PersonAccount {
  switch (usertype) {
    case 'driver':
      return { kind: 'driver', owner };
    case 'fleetadmin':
      return { kind: 'fleet', owner };
    case 'rider':
    case 'admin':
      return { kind: 'rider', owner };
  }
}

/**
 * Idempotent: the first call for a rider, whatever accounts they have had with their mobile, decides, with the bonus of that moment. A referrer who is gone or
 * disabled gets nothing, the rider does all the same.
 */
export function createRewardReferral(deps: RewardReferralDeps) {
  const { withTx, clock, secret, settings, identity, wallet } = deps;
  const macOf = (mobile: string): Buffer | null =>
    mobile === '' ? null : createHmac('sha256', secret).update(`referral:${mobile}`).digest();
  return async ({ id: booking, customer }: PaidTrip): Promise<void> => {
    const rider = await identity.userOf(customer);
    if (!rider?.signupViaReferral) return;
    const referrer = await identity.findReferrer(rider.signupViaReferral);
    const inviter = referrer && (await identity.userOf(referrer.uid));
    const { bonus: given, decimal } = await settings.get();
    const bonus = roundToMinor(given, decimal);
    const accounts = [rider, ...(inviter ? [inviter] : [])].map(({ uid, usertype }) =>
      accountOf(uid, usertype),
    );
    await withTx(async (tx) => {
      const referral = {
        ...{ rider: rider.uid, referrer: inviter?.uid ?? null, booking, bonus, at: clock.now() },
        mobile_mac: macOf(rider.mobile),
      };
      if (!(await referralsRepository(tx).add(referral)) || bonus === 0) return;
      await wallet.creditReferral(tx, rider.uid, { booking, accounts, bonus });
      await appendEvent(tx, {
        name: 'referral.rewarded',
        topics: [],
        data: { rider: rider.uid, referrer: inviter?.uid ?? null, bonus },
      });
    });
  };
}
