// Holds the referral bonus when a referred rider's first trip is paid; it is paid out a day later.
import { createHmac } from 'node:crypto';
import { countsForReferral, REFERRAL_HOLD_MS, type ReferralTrip } from '@kerb/domain/identity';
import { roundToMinor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { addJob, type Clock, type WithTx } from '../../kit/index.ts';
import type { IdentityApi } from '../identity/index.ts';
import { referralsRepository } from './referrals.repository.ts';

export const PAY_OUT_JOB = 'referrals.pay-out';

export interface PaidTrip extends ReferralTrip {
  id: string;
  /** Uid of the rider. */
  customer: string;
  /** True while the trip's fare awaits an admin's decision. */
  isUnderReview: boolean;
}

export interface HoldBonusDeps {
  withTx: WithTx;
  clock: Clock;
  /** Key of the hash under which a mobile is stored. */
  secret: string;
  settings: { get(): Promise<Pick<Settings, 'bonus' | 'decimal'>> };
  identity: Pick<IdentityApi, 'userOf' | 'findReferrer'>;
}

/**
 * Idempotent. The first qualifying trip of a rider counts, also when they deleted their account and opened another one
 * with the same mobile. The amount is the bonus set at that moment. A trip that does not qualify does not use the
 * invitation.
 */
export function createHoldBonus({ withTx, clock, secret, settings, identity }: HoldBonusDeps) {
  const macOf = (mobile: string): Buffer | null =>
    mobile === '' ? null : createHmac('sha256', secret).update(`referral:${mobile}`).digest();

  return async function holdBonus(trip: PaidTrip): Promise<void> {
    const rider = await identity.userOf(trip.customer);
    if (!rider?.signupViaReferral) return;
    const referrer = (await identity.findReferrer(rider.signupViaReferral))?.uid ?? null;
    if (!countsForReferral(trip, referrer)) return;
    const { bonus: given, decimal } = await settings.get();
    const bonus = roundToMinor(given, decimal);
    const now = clock.now();
    const dueAt = now + REFERRAL_HOLD_MS;
    await withTx(async (tx) => {
      const isFirst = await referralsRepository(tx).add({
        rider: rider.uid,
        referrer,
        booking: trip.id,
        mobile_mac: macOf(rider.mobile),
        status: bonus === 0 ? 'withheld' : 'held',
        bonus,
        at: now,
        due_at: bonus === 0 ? null : dueAt,
      });
      if (isFirst && bonus > 0)
        await addJob(
          tx,
          PAY_OUT_JOB,
          { rider: rider.uid },
          { runAt: dueAt, jobKey: `referral:${rider.uid}` },
        );
    });
  };
}
