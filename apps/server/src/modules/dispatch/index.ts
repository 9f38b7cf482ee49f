// Entry point of the dispatch module: offers NEW bookings to drivers, round by round, and records a receipt of every
// round.
import type { LatLng } from '@kerb/domain/geo';
import { fullNameOf } from '@kerb/domain/identity';
import type { JobHandlers, ServerModule, Tx } from '../../kit/index.ts';
import { CHECK_AHEAD_JOB, createCheckAhead, createSweepAhead, SWEEP_AHEAD_JOB } from './check-ahead.ts';
import { CHECK_DRIVER_JOB, checkDriverJob, createCheckDriver, createSweepDrivers } from './check-driver.ts';
import { CHECK_FOLLOW_ON_JOB, createCheckFollowOn, createSweepFollowOns } from './check-follow-on.ts';
import type { DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import { dispatchRoutes } from './dispatch.routes.ts';
import { createListCandidates } from './list-candidates.ts';
import { createListMissedRequests } from './list-missed-requests.ts';
import { createListTasks } from './list-tasks.ts';
import { createPlanJob, createPlanReservations, PLAN_JOB, planAgain } from './plan-reservations.ts';
import { createFindCandidates } from './rank-candidates.ts';
import { createRemoveOldCandidates, REMOVE_OLD_CANDIDATES_JOB } from './remove-old-candidates.ts';
import { reservationsRepository } from './reservations.repository.ts';
import { createRunSearch, type SearchOutcomes } from './run-search.ts';
import { createSearchLease } from './search-lease.ts';
import { createSearchShare } from './search-share.ts';
import { createSearchTimer } from './search-timer.ts';
import { createSecondsTo } from './seconds-to.ts';
import { aboutBooking, dispatchSubscribers } from './subscribers.ts';
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

/** Erases the data of a deleted driver: the positions in receipts and the reservation; the receipts stay. */
export async function eraseDriverFromDispatch(tx: Tx, driver: string): Promise<void> {
  await dispatchRepository(tx).erasePlaces(driver);
  if (await reservationsRepository(tx).eraseDriver(driver)) await planAgain(tx);
}

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
  const checkDriver = createCheckDriver(deps);
  const sweepDrivers = createSweepDrivers({ withTx, clock, booking });

  /** A job that calls the check with the id of its booking. */
  const jobOfBooking = (check: (booking: string) => Promise<unknown>) => async (payload: unknown) => {
    await check(aboutBooking.parse(payload).booking_id);
  };
  const jobs: JobHandlers = {
    [CHECK_FOLLOW_ON_JOB]: jobOfBooking(checkFollowOn),
    [CHECK_AHEAD_JOB]: jobOfBooking(checkAhead),
    [SWEEP_AHEAD_JOB]: sweepAhead,
    [CHECK_DRIVER_JOB]: checkDriverJob(checkDriver),
    [PLAN_JOB]: createPlanJob(deps, createPlanReservations(deps)),
    [REMOVE_OLD_CANDIDATES_JOB]: createRemoveOldCandidates(deps),
    [MANUAL_JOB]: jobOfBooking(switchToManual),
  };

  async function namesOf(uids: readonly string[]): Promise<Map<string, string>> {
    const people = await deps.identity.usersOf(uids);
    const named = [...people].map(([uid, person]) => [uid, fullNameOf(person)] as const);
    return new Map(named);
  }

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
      outcomesOf: booking.outcomesOf,
      plannedFor: reservationsRepository(db).ofBooking,
      namesOf,
    }),
    subscribers: dispatchSubscribers({
      ...deps,
      switchToManual,
      checkFollowOn,
      checkAhead,
      checkDriver,
      async sweepAfterSettings() {
        await sweep();
        await sweepDrivers();
      },
    }),
    jobs,
    schedules: {
      [PLAN_JOB]: '* * * * *',
      [SWEEP_AHEAD_JOB]: '*/5 * * * *',
      [REMOVE_OLD_CANDIDATES_JOB]: '17 4 * * *',
    },
    topicPolicies: { tasks: async (actor) => (actor?.usertype === 'driver' ? [`tasks:${actor.uid}`] : null) },
  };
}
