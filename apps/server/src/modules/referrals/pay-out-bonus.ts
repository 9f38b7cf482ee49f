// Pays out a held referral bonus after a day, unless the trip was refunded or the rider was disabled meanwhile.
import { REFERRAL_HOLD_MS } from '@kerb/domain/identity';
import { startOfMonth, ZERO } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { addJob, appendEvent, type Clock, type Tx, type WithTx } from '../../kit/index.ts';
import type { IdentityApi, User } from '../identity/index.ts';
import type { WalletApi } from '../wallet/index.ts';
import { accountOf } from './bonus-accounts.ts';
import { PAY_OUT_JOB } from './hold-bonus.ts';
import type { PaidTrips } from './referrals.ports.ts';
import { type Referral, referralsRepository } from './referrals.repository.ts';

export interface PayOutBonusDeps {
  withTx: WithTx;
  clock: Clock;
  settings: { get(): Promise<Pick<Settings, 'referralsPerMonth' | 'timezone'>> };
  identity: Pick<IdentityApi, 'userOf' | 'lockExistingAmong'>;
  wallet: Pick<WalletApi, 'creditReferral'>;
  /** Finds a paid trip without any refund; null for others. */
  trips: PaidTrips;
}

const payOutAt = (tx: Tx, rider: string, runAt: number): Promise<void> =>
  addJob(tx, PAY_OUT_JOB, { rider }, { runAt, jobKey: `referral:${rider}` });

/** Idempotent. A deleted, disabled or over-limit referrer gets nothing; the rider gets the bonus in any case. */
export function createPayOutBonus(deps: PayOutBonusDeps) {
  const { withTx, clock, settings, identity, wallet, trips } = deps;

  /** `existing`: the users of the referral who are not deleted; their rows are locked. */
  async function referrerToPay(
    tx: Tx,
    { referrer: uid }: Referral,
    existing: ReadonlySet<string>,
  ): Promise<User | null> {
    const referrer = uid === null || !existing.has(uid) ? null : await identity.userOf(uid);
    if (!referrer?.approved) return null;
    const { referralsPerMonth, timezone } = await settings.get();
    const referrals = referralsRepository(tx);
    await referrals.lockReferrer(referrer.uid);
    const paid = await referrals.countPaidTo(referrer.uid, startOfMonth(clock.now(), timezone));
    return paid < referralsPerMonth ? referrer : null;
  }

  async function pay(
    tx: Tx,
    referral: Referral,
    { rider, existing }: { rider: User; existing: ReadonlySet<string> },
  ): Promise<void> {
    const { booking, bonus } = referral;
    const referrer = await referrerToPay(tx, referral, existing);
    const people = referrer === null ? [rider] : [rider, referrer];
    await wallet.creditReferral(tx, rider.uid, { booking, accounts: people.map(accountOf), bonus });
    await referralsRepository(tx).change(rider.uid, {
      status: 'paid',
      referrer_bonus: referrer === null ? ZERO : bonus,
      paid_at: clock.now(),
    });
    await appendEvent(tx, {
      name: 'referral.rewarded',
      topics: [],
      data: { rider: rider.uid, referrer: referrer?.uid ?? null, bonus },
    });
  }

  return async function payOutBonus(uid: string): Promise<void> {
    await withTx(async (tx) => {
      const referrals = referralsRepository(tx);
      // The accounts cannot be deleted until the bonus is in their wallets. Locked before the referral, as the deletion
      // of an account locks them.
      const existing = await identity.lockExistingAmong(tx, await referrals.partiesOf(uid));
      const referral = await referrals.findForUpdate(uid);
      if (referral?.status !== 'held') return;
      const dueAt = referral.due_at ?? 0;
      if (clock.now() < dueAt) return payOutAt(tx, uid, dueAt);
      const rider = existing.has(uid) ? await identity.userOf(uid) : null;
      const trip = await trips.paidTripOf(referral.booking);
      // Checked again later, until an admin has decided on the fare.
      if (trip?.isUnderReview) return payOutAt(tx, uid, clock.now() + REFERRAL_HOLD_MS);
      if (!rider?.approved || trip === null) await referrals.change(uid, { status: 'withheld' });
      else await pay(tx, referral, { rider, existing });
    });
  };
}
