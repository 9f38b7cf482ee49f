// Entry point of the dispatch module: offers NEW bookings to drivers, round by round, and records a receipt of every
// round.
import { bookingStatus, occupiesDriver } from '@kerb/domain/booking';
import type { LatLng } from '@kerb/domain/geo';
import { z } from 'zod';
import type { JobHandlers, ServerModule, Subscriber, Tx } from '../../kit/index.ts';
import { CHECK_AHEAD_JOB, createCheckAhead, createSweepAhead, SWEEP_AHEAD_JOB } from './check-ahead.ts';
import { CHECK_DRIVER_JOB, createCheckDriver, createSweepDrivers } from './check-driver.ts';
import { CHECK_FOLLOW_ON_JOB, createCheckFollowOn, createSweepFollowOns } from './check-follow-on.ts';
import type { DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import { dispatchRoutes } from './dispatch.routes.ts';
import { createListCandidates } from './list-candidates.ts';
import { createListMissedRequests } from './list-missed-requests.ts';
import { createListTasks } from './list-tasks.ts';
import {
  createPlanJob,
  createPlanReservations,
  onReservationChanged,
  PLAN_JOB,
  planAgain,
} from './plan-reservations.ts';
import { createFindCandidates } from './rank-candidates.ts';
import { createRemoveOldCandidates, REMOVE_OLD_CANDIDATES_JOB } from './remove-old-candidates.ts';
import { reservationsRepository } from './reservations.repository.ts';
import { createRunSearch, type SearchOutcomes } from './run-search.ts';
import { createSearchLease } from './search-lease.ts';
import { createSearchShare } from './search-share.ts';
import { createSearchTimer } from './search-timer.ts';
import { createSecondsTo } from './seconds-to.ts';
import { createSweepBookings } from './sweep-bookings.ts';
import { createSwitchToManual, MANUAL_JOB } from './switch-to-manual.ts';
import { createViewBoard } from './view-board.ts';
import { createViewBusyPlaces } from './view-busy-places.ts';
import { createViewSearch } from './view-search.ts';
import { createViewStanding } from './view-standing.ts';

export type { DispatchModuleDeps } from './dispatch.deps.ts';
export { SEARCH_TIMEOUT_MS } from './end-of-search.ts';
export { createSearchShare, type SearchShare } from './search-share.ts';

export interface DispatchApi {
  /**
   * Searches once, and schedules the checks of follow-on trips, bookings accepted ahead, drivers on the way and manual
   * offers; called when the server starts.
   */
  sweep(): Promise<void>;
  /** Offers all requests that are due; does nothing with automatic dispatch off, or while another server searches. */
  runSearch(): Promise<SearchOutcomes>;
  /** Starts the timer of the search. */
  start(): void;
  /** Stops the timer and resolves when the running search has ended. */
  close(): Promise<void>;
  /** The drivers that a round could offer the booking to now. */
  candidates(id: string): Promise<readonly string[]>;
  /** Seconds by road from the driver's position; null while the position or the route is unknown. */
  secondsTo(driver: string, point: LatLng): Promise<number | null>;
}

/** `by`: `dispatch` when dispatch itself changed the offers of the booking. */
const aboutBooking = z.object({ booking_id: z.string(), by: z.string().optional() });

/** Erases the data of a deleted driver: the positions in receipts and the reservation; the receipts stay. */
export async function eraseDriverFromDispatch(tx: Tx, driver: string): Promise<void> {
  await dispatchRepository(tx).erasePlaces(driver);
  if (await reservationsRepository(tx).eraseDriver(driver)) await planAgain(tx);
}

const raisedAlert = aboutBooking.extend({ kind: z.string() });
/** Parses the event: the driver who went off duty; null for one who went on duty. */
const offDuty = z
  .object({ uid: z.string(), driverActiveStatus: z.boolean() })
  .transform(({ uid, driverActiveStatus }) => (driverActiveStatus ? null : uid));

const ofDriver = z.object({ uid: z.string() });

const changedBooking = aboutBooking.extend({ status: bookingStatus, from: bookingStatus.optional() });
const givenBack = z.object({ driver: z.string() });

export function createDispatchModule(deps: DispatchModuleDeps): ServerModule & { api: DispatchApi } {
  const { db, withTx, clock, logger, settings, booking } = deps;
  const { searchShare = createSearchShare() } = deps;
  const searchLease = createSearchLease({ ...deps, share: searchShare });
  const runSearch = createRunSearch(deps, searchLease);
  const searchTimer = createSearchTimer({ settings, clock, logger, runSearch });
  const switchToManual = createSwitchToManual(deps);

  /** A failure does not fail the start of the server: the timer retries the search. */
  async function searchOnce(): Promise<void> {
    try {
      await runSearch();
    } catch (error) {
      logger.warn({ err: error }, 'The first run of dispatch failed');
    }
  }

  const sweep = createSweepBookings({ clock, logger, settings, booking, switchToManual });

  const checkFollowOn = createCheckFollowOn(deps);
  const sweepFollowOns = createSweepFollowOns({ withTx, clock, booking });
  const checkAhead = createCheckAhead(deps);
  const sweepAhead = createSweepAhead({ withTx, clock, booking });
  /** Begins the later bookings of a driver who may be free now. */
  async function beginDueOf(driver: string): Promise<void> {
    for (const id of await booking.dueAheadOf(driver, clock.now())) await checkAhead(id);
  }
  const checkDriver = createCheckDriver(deps);
  const sweepDrivers = createSweepDrivers({ withTx, clock, booking });
  const planReservations = createPlanReservations(deps);

  /**
   * The driver of the trip on which the rider or the driver raised an alert; null for an alert raised by the server.
   */
  async function driverOfPanic(data: unknown): Promise<string | null> {
    const { booking_id, kind } = raisedAlert.parse(data);
    return kind === 'panic' ? ((await booking.find(booking_id))?.driver ?? null) : null;
  }

  const subscribers: Subscriber[] = [
    {
      // Only for manual assignment: automatic dispatch finds bookings by itself in its next run.
      name: 'dispatch.on-booking',
      events: ['booking.created', 'booking.due', 'booking.changed'],
      handle: async (event) => {
        const { booking_id, by } = aboutBooking.parse(event.data);
        if (by !== 'dispatch') await switchToManual(booking_id);
      },
    },
    {
      // Closes the other offers of a driver who accepted a booking; those bookings are searched again in the next run.
      name: 'dispatch.on-accepted',
      events: ['booking.changed'],
      handle: async (event) => {
        const { booking_id, status } = changedBooking.parse(event.data);
        if (status !== 'ACCEPTED') return;
        await booking.closeOtherOffers(booking_id);
        await checkFollowOn(booking_id);
        await checkDriver(booking_id);
      },
    },
    {
      // Schedules the check of a later booking that a driver accepted ahead, and begins one whose driver's trip has ended.
      name: 'dispatch.begin-ahead',
      events: ['booking.changed', 'booking.given-back', 'driver.duty_changed'],
      handle: async ({ name, data }) => {
        if (name === 'driver.duty_changed') return beginDueOf(ofDriver.parse(data).uid);
        if (name === 'booking.given-back') return beginDueOf(givenBack.parse(data).driver);
        const { booking_id, status, from } = changedBooking.parse(data);
        if (status === 'ACCEPTED') await checkAhead(booking_id);
        else if (from !== undefined && occupiesDriver(from) && !occupiesDriver(status)) {
          const driver = (await booking.find(booking_id))?.driver ?? null;
          if (driver !== null) await beginDueOf(driver);
        }
      },
    },
    {
      // Schedules the check of the driver when the follow-on trip has become the current one.
      name: 'dispatch.on-set-out',
      events: ['booking.set-out'],
      handle: async ({ data }) => {
        await checkDriver(aboutBooking.parse(data).booking_id);
      },
    },
    {
      // Returns the follow-on trip of a driver who went off duty, or whose current trip has an alert; off duty, also
      // closes the driver's offers, so that the next run of dispatch searches again.
      name: 'dispatch.on-driver-stopped',
      events: ['driver.duty_changed', 'alert.raised'],
      handle: async ({ name, data }) => {
        const isAlert = name === 'alert.raised';
        const driver = isAlert ? await driverOfPanic(data) : offDuty.parse(data);
        if (driver === null) return;
        await booking.giveBackOf(driver);
        if (!isAlert) await booking.withdrawOffersOf(driver);
      },
    },
    {
      // Closes the offers of a driver whose car has another type now.
      name: 'dispatch.on-car-type-changed',
      events: ['driver.car_type_changed'],
      handle: async ({ data }) => {
        await booking.withdrawOffersOf(ofDriver.parse(data).uid);
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

  const jobs: JobHandlers = {
    [CHECK_FOLLOW_ON_JOB]: async (payload) => {
      await checkFollowOn(aboutBooking.parse(payload).booking_id);
    },
    [CHECK_AHEAD_JOB]: async (payload) => {
      await checkAhead(aboutBooking.parse(payload).booking_id);
    },
    [SWEEP_AHEAD_JOB]: sweepAhead,
    [CHECK_DRIVER_JOB]: async (payload) => {
      await checkDriver(aboutBooking.parse(payload).booking_id);
    },
    [PLAN_JOB]: createPlanJob(deps, planReservations),
    [REMOVE_OLD_CANDIDATES_JOB]: createRemoveOldCandidates(deps),
    [MANUAL_JOB]: async (payload) => {
      await switchToManual(aboutBooking.parse(payload).booking_id);
    },
  };

  return {
    api: {
      async sweep() {
        await sweep();
        await searchOnce();
        await sweepFollowOns();
        await sweepAhead();
        await sweepDrivers();
      },
      runSearch,
      start() {
        searchLease.start();
        searchTimer.start();
      },
      async close() {
        await searchTimer.stop();
        await searchLease.stop();
      },
      candidates: createFindCandidates(deps),
      secondsTo: createSecondsTo(deps),
    },
    routes: dispatchRoutes({
      viewSearch: createViewSearch(deps),
      viewBoard: createViewBoard({ ...deps, reservations: reservationsRepository(db).all }),
      listTasks: createListTasks(deps),
      listMissedRequests: createListMissedRequests(deps),
      viewStanding: createViewStanding(deps),
      viewBusyPlaces: createViewBusyPlaces(deps),
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
    schedules: {
      [PLAN_JOB]: '* * * * *',
      [SWEEP_AHEAD_JOB]: '*/5 * * * *',
      [REMOVE_OLD_CANDIDATES_JOB]: '17 4 * * *',
    },
    topicPolicies: { tasks: async (actor) => (actor?.usertype === 'driver' ? [`tasks:${actor.uid}`] : null) },
  };
}
