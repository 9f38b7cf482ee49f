// Entry point of referrals: the bonus of an invitation is held after the invited rider's first real trip, paid out a
// day later, and can be taken back by an admin.
import { routes } from '@kerb/contract';
import { DomainError, toMajor } from '@kerb/domain/kernel';
import { z } from 'zod';
import { route, type ServerModule, type Tx } from '../../kit/index.ts';
import { createHoldBonus, type HoldBonusDeps, PAY_OUT_JOB } from './hold-bonus.ts';
import { createListReferrals, createPresentReferrals, type ListReferralsDeps } from './list-referrals.ts';
import { createPayOutBonus, type PayOutBonusDeps } from './pay-out-bonus.ts';
import { type Referral, referralsRepository } from './referrals.repository.ts';
import { createReverseBonus, type ReverseBonusDeps } from './reverse-bonus.ts';

export type { PaidTrip } from './hold-bonus.ts';
export type { PaidTrips } from './referrals.ports.ts';
export type { Referral } from './referrals.repository.ts';

export type ReferralsModuleDeps = HoldBonusDeps &
  PayOutBonusDeps &
  ListReferralsDeps &
  Omit<ReverseBonusDeps, 'present'>;

/** An invitation in the data export of one user, without the other user. */
export interface ReferralExport {
  as: 'rider' | 'referrer';
  status: string;
  /** Major units. */
  bonus: number;
  /** ms since the epoch */
  at: number;
}

export interface ReferralsApi {
  /** Erases the reasons that admins wrote for the user's invitations; amounts and times stay. */
  erasePerson(tx: Tx, uid: string): Promise<void>;
  exportOf(uid: string): Promise<ReferralExport[]>;
}

/** Far above the number of invitations of any user. */
const MAX_EXPORTED = 10_000;

const changed = z.object({ booking_id: z.string(), status: z.string(), from: z.string().optional() });
const ofRider = z.object({ rider: z.uuid() });

export function createReferralsModule(deps: ReferralsModuleDeps): ServerModule & { api: ReferralsApi } {
  const { db, settings } = deps;
  const hold = createHoldBonus(deps);
  const payOut = createPayOutBonus(deps);
  const list = createListReferrals(deps);
  const presentAll = createPresentReferrals(deps);
  const reverse = createReverseBonus({
    ...deps,
    async present(referral) {
      const [presented] = await presentAll([referral]);
      if (presented === undefined) throw new DomainError('not_found');
      return presented;
    },
  });

  return {
    api: {
      erasePerson: (tx, uid) => referralsRepository(tx).eraseReasons(uid),
      async exportOf(uid) {
        const { decimal } = await settings.get();
        const rows = await referralsRepository(db).of(uid, { limit: MAX_EXPORTED, after: null });
        return rows.map(({ rider, status, bonus, referrer_bonus, at }) => ({
          as: rider === uid ? 'rider' : 'referrer',
          status,
          bonus: toMajor(rider === uid ? bonus : referrer_bonus, decimal),
          at,
        }));
      },
    },
    routes: [
      route(routes.listReferrals, ({ actor, params, query }) => list(actor, params.id, query)),
      route(routes.reverseReferral, ({ actor, params, body }) => reverse(actor, params.id, body.reason)),
    ],
    jobs: { [PAY_OUT_JOB]: async (payload) => payOut(ofRider.parse(payload).rider) },
    subscribers: [
      {
        name: 'referrals.on-booking-paid',
        events: ['booking.changed'],
        async handle({ data }) {
          const { booking_id, status, from } = changed.parse(data);
          if (status !== 'PAID' || from === undefined) return;
          const trip = await deps.trips.paidTripOf(booking_id);
          if (trip) await hold(trip);
        },
      },
    ],
  };
}

/** Inserts past invitations, for seeds. Their bonuses are posted to the ledger separately. */
export const insertPastReferrals = (tx: Tx, referrals: readonly Referral[]): Promise<void> =>
  referralsRepository(tx).insertPast(tx, referrals);
