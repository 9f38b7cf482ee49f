// Front door of dispatch: offers NEW bookings to drivers, round by round, and records a receipt of every round.
import { bookingStatus } from '@kerb/domain/booking';
import type { LatLng } from '@kerb/domain/geo';
import { z } from 'zod';
import type { JobHandlers, ServerModule, Subscriber, Tx } from '../../kit/index.ts';
import { createBatchTimer } from './batch-timer.ts';
import { CHECK_DRIVER_JOB, createCheckDriver, createSweepDrivers } from './check-driver.ts';
import { CHECK_FOLLOW_ON_JOB, createCheckFollowOn, createSweepFollowOns } from './check-follow-on.ts';
import type { DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import { dispatchRoutes } from './dispatch.routes.ts';
import { createListCandidates } from './list-candidates.ts';
import { createListMissedRequests } from './list-missed-requests.ts';
import { createListTasks } from './list-tasks.ts';
import { createOfferBooking, type OfferOutcome } from './offer-booking.ts';
import {
  createPlanJob,
  createPlanReservations,
  onReservationChanged,
  PLAN_JOB,
  planAgain,
} from './plan-reservations.ts';
import { createFindCandidates } from './rank-candidates.ts';
import { NEXT_ROUND_JOB, scheduleRound } from './record-round.ts';
import { reservationsRepository } from './reservations.repository.ts';
import { type BatchResult, createRunBatch } from './run-batch.ts';
import { createSecondsTo } from './seconds-to.ts';
import { createSweepBookings } from './sweep-bookings.ts';
import { createViewSearch } from './view-search.ts';
import { createViewStanding } from './view-standing.ts';

export type { DispatchModuleDeps } from './dispatch.deps.ts';

export interface DispatchApi {
  /** Starts a round for a booking that is due, unless one is open. */
  offerBooking(id: string): Promise<OfferOutcome>;
  /** Resumes every search without an open round; called when the server has started. */
  sweep(): Promise<void>;
  /** One batch of the policy `batched`; does nothing under another policy, or while another server runs one. */
  runBatch(): Promise<BatchResult>;
  /** Begins to run batches by the clock. */
  start(): void;
  /** Ends the running batch and runs no other. */
  close(): Promise<void>;
  /** The drivers that a round could offer the booking to now. */
  candidates(id: string): Promise<readonly string[]>;
  /** Seconds by road from the driver's position; null while the position or the route is unknown. */
  secondsTo(driver: string, point: LatLng): Promise<number | null>;
}

/** `by`: `dispatch` when dispatch itself changed the offers of the booking. */
const aboutBooking = z.object({ booking_id: z.string(), by: z.string().optional() });

/** For a driver whose account is deleted: receipts stay, their positions in them and the reservation do not. */
export async function eraseDriverFromDispatch(tx: Tx, driver: string): Promise<void> {
  await dispatchRepository(tx).erasePlaces(driver);
  if (await reservationsRepository(tx).eraseDriver(driver)) await planAgain(tx);
}

const raisedAlert = aboutBooking.extend({ kind: z.string() });
/** The driver; null when they went on duty. */
const offDuty = z
  .object({ uid: z.string(), driverActiveStatus: z.boolean() })
  .transform(({ uid, driverActiveStatus }) => (driverActiveStatus ? null : uid));

const changedBooking = aboutBooking.extend({ status: bookingStatus });

export function createDispatchModule(deps: DispatchModuleDeps): ServerModule & { api: DispatchApi } {
  const { db, withTx, clock, logger, booking } = deps;
  const offerBooking = createOfferBooking(deps);
  const runBatch = createRunBatch(deps);
  const batchTimer = createBatchTimer({ settings: deps.settings, clock, logger, runBatch });
  /**
   * Schedules a round for the time of a booking that is not due by this server's clock: it was set back, or it is behind
   * that of the server which made the booking due. A later booking whose time has not come has a job of its own.
   */
  async function waitUntilDue(id: string, { isLaterDue }: { isLaterDue: boolean }): Promise<void> {
    const found = await booking.find(id);
    if (found && (isLaterDue || !found.book_later))
      await withTx((tx) => scheduleRound(tx, id, found.dispatch_at));
  }

  /**
   * Starts a round, or schedules one for the end of the open round: of a batch, which schedules none, or where the
   * database's clock, by which jobs run, is ahead of the server's.
   */
  async function offerOrWait(id: string): Promise<OfferOutcome> {
    const outcome = await offerBooking(id);
    if (outcome === 'not_due') await waitUntilDue(id, { isLaterDue: true });
    const last = outcome === 'round_open' ? await dispatchRepository(db).lastRound(id) : undefined;
    if (last) await withTx((tx) => scheduleRound(tx, id, Math.max(last.ends_at, clock.now())));
    return outcome;
  }

  const sweep = createSweepBookings({ clock, logger, booking, offerBooking: offerOrWait });

  const checkFollowOn = createCheckFollowOn(deps);
  const sweepFollowOns = createSweepFollowOns({ withTx, clock, booking });
  const checkDriver = createCheckDriver(deps);
  const sweepDrivers = createSweepDrivers({ withTx, clock, booking });
  const planReservations = createPlanReservations(deps);

  /** The driver of the trip on which the rider or the driver raised an alert; null for an alert that the server raised. */
  async function driverOfPanic(data: unknown): Promise<string | null> {
    const { booking_id, kind } = raisedAlert.parse(data);
    return kind === 'panic' ? ((await booking.find(booking_id))?.driver ?? null) : null;
  }

  const subscribers: Subscriber[] = [
    {
      // A booking was created, became due, was paid for, or a driver declined its offer.
      name: 'dispatch.on-booking',
      events: ['booking.created', 'booking.due', 'booking.changed'],
      handle: async (event) => {
        const { booking_id, by } = aboutBooking.parse(event.data);
        if (by === 'dispatch' || (await isBatched())) return;
        const outcome = await offerBooking(booking_id);
        if (outcome === 'not_due')
          await waitUntilDue(booking_id, { isLaterDue: event.name === 'booking.due' });
      },
    },
    {
      // The driver who accepted a booking cannot take others: those search on at once.
      name: 'dispatch.on-accepted',
      events: ['booking.changed'],
      handle: async (event) => {
        const { booking_id, status } = changedBooking.parse(event.data);
        if (status !== 'ACCEPTED') return;
        for (const id of await booking.closeOtherOffers(booking_id)) await offerBooking(id);
        await checkFollowOn(booking_id);
        await checkDriver(booking_id);
      },
    },
    {
      // The follow-on trip has become the current one.
      name: 'dispatch.on-set-out',
      events: ['booking.set-out'],
      handle: async ({ data }) => {
        await checkDriver(aboutBooking.parse(data).booking_id);
      },
    },
    {
      // A driver who takes no more trips, or whose trip has an alert, does not begin the next one.
      name: 'dispatch.on-driver-stopped',
      events: ['driver.duty_changed', 'alert.raised'],
      handle: async ({ name, data }) => {
        const driver = name === 'alert.raised' ? await driverOfPanic(data) : offDuty.parse(data);
        if (driver !== null) await booking.giveBackOf(driver);
      },
    },
    {
      name: 'dispatch.on-settings-changed',
      events: ['settings.changed'],
      handle: async () => {
        await sweep();
        await sweepDrivers();
      },
    },
    onReservationChanged(deps),
  ];

  /** The next batch finds the bookings that need an offer by itself. */
  async function isBatched(): Promise<boolean> {
    const { autoDispatch, dispatchPolicy: policy } = await deps.settings.get();
    return autoDispatch && policy === 'batched';
  }

  const jobs: JobHandlers = {
    [CHECK_FOLLOW_ON_JOB]: async (payload) => {
      await checkFollowOn(aboutBooking.parse(payload).booking_id);
    },
    [CHECK_DRIVER_JOB]: async (payload) => {
      await checkDriver(aboutBooking.parse(payload).booking_id);
    },
    [PLAN_JOB]: createPlanJob(deps, planReservations),
    [NEXT_ROUND_JOB]: async (payload) => {
      await offerOrWait(aboutBooking.parse(payload).booking_id);
    },
  };

  return {
    api: {
      offerBooking,
      async sweep() {
        await sweep();
        await sweepFollowOns();
        await sweepDrivers();
      },
      runBatch,
      start: batchTimer.start,
      close: batchTimer.stop,
      candidates: createFindCandidates(deps),
      secondsTo: createSecondsTo(deps),
    },
    routes: dispatchRoutes({
      viewSearch: createViewSearch(deps),
      listTasks: createListTasks(deps),
      listMissedRequests: createListMissedRequests(deps),
      viewStanding: createViewStanding(deps),
      listCandidates: createListCandidates(deps),
      statusOf: async (id) => (await booking.find(id))?.status ?? null,
      receipts: dispatchRepository(db).receipts,
      plannedFor: reservationsRepository(db).ofBooking,
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
    schedules: { [PLAN_JOB]: '* * * * *' },
    topicPolicies: { tasks: async (actor) => (actor?.usertype === 'driver' ? [`tasks:${actor.uid}`] : null) },
  };
}
