// Runs dispatch once, under any policy: evaluates all requests that are due, and records their offers and receipts.
import { setImmediate } from 'node:timers/promises';
import { maxOpenOffers, planOfferRound, type RoundPolicy } from '@kerb/domain/dispatch';
import { DomainError, MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { violatesUnique } from '../../kit/index.ts';
import { createAllPositions } from './all-positions.ts';
import type { DispatchModuleDeps } from './dispatch.deps.ts';
import { createEvaluateRequests, type EvaluatedRequest } from './evaluate-requests.ts';
import type { Lease } from './leases.repository.ts';
import { createOpenRequests } from './open-requests.ts';
import { createPlanBatch } from './plan-batch.ts';
import {
  createRecordRounds,
  type PlannedRound,
  type RecordTerms,
  type RoundOutcome,
  type SearchStep,
} from './record-round.ts';
import { LeaseLostError, type SearchLease } from './search-lease.ts';

/** Number of rounds recorded in one transaction; without batches, also the number of requests evaluated together. */
const RECORDED_TOGETHER = 50;

function* groupsOf<One>(all: readonly One[], size: number): Iterable<readonly One[]> {
  for (let next = 0; next < all.length; next += size) yield all.slice(next, next + size);
}

interface Run {
  current: Settings;
  evaluateRequests: ReturnType<typeof createEvaluateRequests>;
  lease: Lease;
}

/** `timed_out`: the search ended and the booking was cancelled. */
export type SearchOutcome = RoundOutcome | 'timed_out';

/** The outcome of each request of a run; requests that only wait are missing. */
export type SearchOutcomes = ReadonlyMap<string, SearchOutcome>;

export function createRunSearch(deps: DispatchModuleDeps, searchLease: Pick<SearchLease, 'take'>) {
  const { clock, logger, settings } = deps;
  const recordRounds = createRecordRounds(deps);
  const openRequests = createOpenRequests(deps);
  const assignBatch = createPlanBatch(deps);

  /**
   * Records one round. Empty when another server has recorded it, or when the booking was accepted or cancelled in the
   * meantime.
   */
  async function recordOne(one: PlannedRound, terms: RecordTerms) {
    try {
      return await recordRounds([one], terms);
    } catch (error) {
      if (error instanceof LeaseLostError) throw error;
      const isOvertaken =
        violatesUnique(error, 'dispatch_round_once') ||
        (error instanceof DomainError && error.code === 'transition_not_allowed');
      const booking = one.step.booking.id;
      if (!isOvertaken) logger.warn({ err: error, booking }, 'A round could not be recorded');
      return new Map<string, RoundOutcome>();
    }
  }

  /** Records the rounds in one transaction or, when that fails, one by one. */
  async function record(planned: readonly PlannedRound[], terms: RecordTerms) {
    try {
      return await recordRounds(planned, terms);
    } catch (error) {
      if (error instanceof LeaseLostError) throw error;
      logger.warn({ err: error }, 'Several rounds could not be recorded together');
    }
    const outcomes = new Map<string, RoundOutcome>();
    for (const one of planned)
      for (const [id, outcome] of await recordOne(one, terms)) outcomes.set(id, outcome);
    return outcomes;
  }

  /** Whether to record the round: a request without a driver gets a receipt only once its previous round has ended. */
  const isRecorded = ({ step, offers }: PlannedRound, now: number): boolean =>
    offers?.wanted !== 0 || step.last === undefined || step.last.ends_at <= now;

  /** Plans one assignment for all requests; requests without a driver do not get a receipt in every run. */
  async function planTogether(due: readonly EvaluatedRequest[], { followOnSeconds }: Settings) {
    const drivers = await assignBatch(due, followOnSeconds);
    const now = clock.now();
    return due
      .map(({ step, round }): PlannedRound => {
        const driver = drivers.get(step.booking.id);
        const ranked = driver === undefined ? [] : [driver];
        return { step, round, offers: { ranked, wanted: ranked.length } };
      })
      .filter((one) => isRecorded(one, now));
  }

  /** Plans a round for each booking; a driver who is a candidate of several gets the offer of the oldest booking. */
  function planEach(due: readonly EvaluatedRequest[], policy: RoundPolicy, current: Settings) {
    const { offerSeconds, broadcastLimit } = current;
    const now = clock.now();
    return due.map(({ step, round, eligible, planned }): PlannedRound => {
      const terms = { now, offerSeconds, broadcastLimit, round: step.offerRounds + 1, planned };
      return { step, round, offers: planOfferRound(policy, eligible, terms) };
    });
  }

  async function planAndOffer(
    steps: readonly SearchStep[],
    { current, evaluateRequests, lease }: Run,
  ): Promise<SearchOutcomes> {
    const { dispatchPolicy: policy, offerSeconds } = current;
    const outcomes = new Map<string, SearchOutcome>();
    const evaluated = await evaluateRequests(steps, current);
    const now = clock.now();
    const isWaiting = ({ round: { offerPlan } }: EvaluatedRequest) =>
      offerPlan !== null && now < offerPlan.ask_at;
    const waiting = evaluated
      .filter(isWaiting)
      .map(({ step, round }): PlannedRound => ({ step, round, offers: null }));
    const due = evaluated.filter((one) => !isWaiting(one));
    const offered = policy === 'batched' ? await planTogether(due, current) : planEach(due, policy, current);
    for (const { step } of due) outcomes.set(step.booking.id, 'no_candidates');
    const planned = [...waiting, ...offered];
    const terms = {
      lease,
      expiresAt: clock.now() + offerSeconds * MS_PER_SECOND,
      maxOpen: maxOpenOffers(policy),
    };
    for (const together of groupsOf(planned, RECORDED_TOGETHER)) {
      for (const [id, outcome] of await record(together, terms)) outcomes.set(id, outcome);
      // Yield to the event loop, so that other requests to the server are not blocked.
      await setImmediate();
    }
    return outcomes;
  }

  /**
   * Plans a batch as a whole. Rounds are made in groups, so that later groups take the offers of earlier ones into
   * account.
   */
  async function search(current: Settings, lease: Lease): Promise<SearchOutcomes> {
    const { dispatchPolicy: policy } = current;
    const { steps, ended } = await openRequests(current);
    const run: Run = { current, evaluateRequests: createEvaluateRequests(deps), lease };
    const outcomes = new Map<string, SearchOutcome>(ended.map((id) => [id, 'timed_out']));
    for (const group of groupsOf(steps, policy === 'batched' ? steps.length : RECORDED_TOGETHER))
      for (const [id, outcome] of await planAndOffer(group, run)) outcomes.set(id, outcome);
    return outcomes;
  }

  let isSearching = false;
  const positions = createAllPositions(deps);

  async function searchWithLease(current: Settings): Promise<SearchOutcomes> {
    const lease = await searchLease.take();
    if (lease === null) {
      positions.release();
      return new Map();
    }
    await positions.subscribe();
    try {
      return await search(current, lease);
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error;
      logger.warn({ err: error }, 'A dispatch run was aborted: another server took the lease');
      return new Map();
    }
  }

  /** Several servers may call it concurrently: while one of them searches, the calls of the others do nothing. */
  return async function runSearch(): Promise<SearchOutcomes> {
    const current = await settings.get();
    if (!current.autoDispatch) positions.release();
    if (!current.autoDispatch || isSearching) return new Map();
    isSearching = true;
    try {
      return await searchWithLease(current);
    } finally {
      isSearching = false;
    }
  };
}
