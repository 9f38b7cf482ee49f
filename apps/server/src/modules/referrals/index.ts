// Front door of referrals: invitations are rewarded when the invited rider's first trip is paid.
import { z } from 'zod';
import type { ServerModule } from '../../kit/index.ts';
import { createRewardReferral, type PaidTrip, type RewardReferralDeps } from './reward-referral.ts';

export interface ReferralsModuleDeps extends RewardReferralDeps {
  /** A booking, of the tier above; app.ts hands this in. */
  findBooking: (id: string) => Promise<PaidTrip | null>;
}

const changed = z.object({ booking_id: z.string(), status: z.string(), from: z.string().optional() });

export function createReferralsModule(deps: ReferralsModuleDeps): ServerModule {
  const reward = createRewardReferral(deps);
  return {
    subscribers: [
      {
        name: 'referrals.on-booking-paid',
        events: ['booking.changed'],
        async handle({ data }) {
          const { booking_id, status, from } = changed.parse(data);
          if (status !== 'PAID' || from === undefined) return;
          const trip = await deps.findBooking(booking_id);
          if (trip) await reward(trip);
        },
      },
    ],
  };
}
