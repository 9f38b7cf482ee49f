// Front door of dispatch: finds drivers for NEW bookings, round by round, and keeps the receipts.
import type { LatLng } from '@kerb/domain/geo';
import { z } from 'zod';
import type { JobHandlers, ServerModule, Subscriber } from '../../kit/index.ts';
import type { DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import { dispatchRoutes } from './dispatch.routes.ts';
import { createListCandidates } from './list-candidates.ts';
import { createListTasks } from './list-tasks.ts';
import { createOfferBooking, NEXT_ROUND_JOB, type OfferOutcome, scheduleRound } from './offer-booking.ts';
import { createSecondsTo } from './seconds-to.ts';
import { createSweepBookings } from './sweep-bookings.ts';

export type { DispatchModuleDeps } from './dispatch.deps.ts';

export interface DispatchApi {
  /** Starts the round of a booking that is due, unless one stands. */
  offerBooking(id: string): Promise<OfferOutcome>;
  /** Takes up every search that nobody is carrying on; called when the server has started. */
  sweep(): Promise<void>;
  /** By road from where the driver is now; null while that or the road is not known. */
  secondsTo(driver: string, point: LatLng): Promise<number | null>;
}

const aboutBooking = z.object({ booking_id: z.string() });

export function createDispatchModule(deps: DispatchModuleDeps): ServerModule & { api: DispatchApi } {
  const { db, withTx, clock, logger, booking } = deps;
  const offerBooking = createOfferBooking(deps);
  const sweep = createSweepBookings({ clock, logger, booking, offerBooking });

  const subscribers: Subscriber[] = [
    {
      // A booking is made, its time has come, it was paid for, or one of the drivers asked has refused.
      name: 'dispatch.on-booking',
      events: ['booking.created', 'booking.due', 'booking.changed'],
      handle: async (event) => {
        await offerBooking(aboutBooking.parse(event.data).booking_id);
      },
    },
    {
      name: 'dispatch.on-settings-changed',
      events: ['settings.changed'],
      handle: sweep,
    },
  ];

  const jobs: JobHandlers = {
    [NEXT_ROUND_JOB]: async (payload) => {
      const { booking_id } = aboutBooking.parse(payload);
      if ((await offerBooking(booking_id)) !== 'stands') return;
      // The database's clock is ahead of ours: the round is over in a moment.
      const last = await dispatchRepository(db).lastRound(booking_id);
      if (last) await withTx((tx) => scheduleRound(tx, booking_id, Math.max(last.ends_at, clock.now())));
    },
  };

  return {
    api: { offerBooking, sweep, secondsTo: createSecondsTo(deps) },
    routes: dispatchRoutes({
      listTasks: createListTasks(deps),
      listCandidates: createListCandidates(deps),
      bookingExists: async (id) => Boolean(await booking.find(id)),
      receipts: dispatchRepository(db).receipts,
      async namesOf(uids) {
        const people = await deps.identity.usersOf(uids);
        const named = [...people].map(
          ([uid, { firstName, lastName }]) => [uid, `${firstName} ${lastName}`.trim()] as const,
        );
        return new Map(named);
      },
    }),
    subscribers,
    jobs,
    topicPolicies: { tasks: async (actor) => (actor?.usertype === 'driver' ? [`tasks:${actor.uid}`] : null) },
  };
}
