// One run of dispatch under any policy: evaluates all requests that are due, and makes their offers and receipts.
import { setImmediate } from 'node:timers/promises';
import { maxOpenOffers, planOfferRound, type RoundPolicy } from '@kerb/domain/dispatch';
import { DomainError, MS_PER_SECOND } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { violatesUnique } from '../../kit/index.ts';
import { createPicture } from './complete-picture.ts';
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

/** Rounds that are recorded in one transaction; without batches, also how many requests are evaluated together. */
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

/** What became of each request of a run; those that only wait are missing. */
export type SearchOutcomes = ReadonlyMap<string, SearchOutcome>;

export function createRunSearch(deps: DispatchModuleDeps, searchLease: Pick<SearchLease, 'take'>) {
  const { clock, logger, settings } = deps;
  const recordRounds = createRecordRounds(deps);
  const openRequests = createOpenRequests(deps);
  const assignDrivers = createPlanBatch(deps);

  /** Nothing when another server has recorded the round, or when the booking was accepted or cancelled meanwhile. */
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

  /** Where rounds cannot be recorded together, each is recorded by itself. */
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

  /** A request without a driver has a receipt once the round before has ended. */
  const isRecorded = ({ step, offers }: PlannedRound, now: number): boolean =>
    offers?.wanted !== 0 || step.last === undefined || step.last.ends_at <= now;

  /** One assignment for all, without a receipt at every run. */
  async function planTogether(due: readonly EvaluatedRequest[], { followOnSeconds }: Settings) {
    const drivers = await assignDrivers(due, followOnSeconds);
    const now = clock.now();
    return due
      .map(({ step, round }): PlannedRound => {
        const driver = drivers.get(step.booking.id);
        const ranked = driver === undefined ? [] : [driver];
        return { step, round, offers: { ranked, wanted: ranked.length } };
      })
      .filter((one) => isRecorded(one, now));
  }

  /** A round for each booking by itself; a driver whom several want gets the offer of the oldest. */
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
      // Requests to the server are answered in between.
      await setImmediate();
    }
    return outcomes;
  }

  /** A batch is one plan; rounds are made in groups, so that the later ones know the offers of those before. */
  async function search(current: Settings, lease: Lease): Promise<SearchOutcomes> {
    const { dispatchPolicy: policy } = current;
    const { steps, ended } = await openRequests(policy);
    const run: Run = { current, evaluateRequests: createEvaluateRequests(deps), lease };
    const outcomes = new Map<string, SearchOutcome>(ended.map((id) => [id, 'timed_out']));
    for (const group of groupsOf(steps, policy === 'batched' ? steps.length : RECORDED_TOGETHER))
      for (const [id, outcome] of await planAndOffer(group, run)) outcomes.set(id, outcome);
    return outcomes;
  }

  let isSearching = false;
  const picture = createPicture(deps);

  async function searchWithLease(current: Settings): Promise<SearchOutcomes> {
    const lease = await searchLease.take();
    if (lease === null) {
      picture.leave();
      return new Map();
    }
    await picture.complete();
    try {
      return await search(current, lease);
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error;
      logger.warn({ err: error }, 'A run of dispatch was given up');
      return new Map();
    }
  }

  /** Safe to call on every server at any time: while one of them searches, the others do nothing. */
  return async function runSearch(): Promise<SearchOutcomes> {
    const current = await settings.get();
    if (!current.autoDispatch) picture.leave();
    if (!current.autoDispatch || isSearching) return new Map();
    isSearching = true;
    try {
      return await searchWithLease(current);
    } finally {
      isSearching = false;
    }
  };
}
