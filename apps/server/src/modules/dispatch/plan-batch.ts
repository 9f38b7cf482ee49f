// Implements the policy `batched`: one assignment of all requests of a run, each to at most one driver.
import {
  type BatchCandidate,
  defaultBatchTerms,
  type Market,
  planBatch,
  plannedFirst,
} from '@kerb/domain/dispatch';
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { DispatchedBooking, DispatchModuleDeps } from './dispatch.deps.ts';
import type { EligibleCandidate, EvaluatedRequest } from './evaluate-requests.ts';
import { createReadMarket } from './read-market.ts';

/** Null for an unknown time; 0 for a time in the future, which occurs after a clock was set back. */
const secondsSince = (time: number | undefined, now: number): number | null =>
  time === undefined ? null : Math.max(0, (now - time) / MS_PER_SECOND);

const searchedSince = ({ book_later, tripdate, dispatch_at }: DispatchedBooking): number =>
  book_later ? Math.max(tripdate, dispatch_at) : dispatch_at;

/** A driver without the end of a last trip counts as idle for as long as matters. */
const idleSecs = (ended: number | undefined, now: number): number =>
  secondsSince(ended, now) ?? defaultBatchTerms.idleMaxSecs;

function asBatchCandidate(
  { driver, lat, lng, distance_km, eta_secs, finishing, offerCount }: EligibleCandidate,
  ended: ReadonlyMap<string, number>,
  now: number,
): BatchCandidate {
  const free_in_secs = finishing?.free_in_secs ?? 0;
  return {
    driver,
    place: { lat, lng },
    distance_km,
    eta_secs: eta_secs === null ? null : eta_secs - free_in_secs,
    free_in_secs,
    idle_secs: finishing === null ? idleSecs(ended.get(driver), now) : 0,
    offerCount,
  };
}

export function createPlanBatch(deps: DispatchModuleDeps) {
  const { clock, booking: bookings } = deps;
  const readMarket = createReadMarket(deps);

  /**
   * Returns the driver of each booking that gets one. A driver planned for a later booking gets the offer of that
   * booking first.
   */
  return async function assignBatch(
    evaluated: readonly EvaluatedRequest[],
    followOnSeconds: number,
  ): Promise<Map<string, string>> {
    const market = await readMarket(
      evaluated.map(({ step }) => step.booking),
      followOnSeconds,
    );
    const candidates = evaluated.flatMap(({ eligible }) => eligible.map(({ driver }) => driver));
    const ended = await bookings.lastTripEnds([...new Set(candidates)]);
    return assign(evaluated, ended, { market, followOnSeconds, now: clock.now() });
  };
}

function assign(
  evaluated: readonly EvaluatedRequest[],
  ended: ReadonlyMap<string, number>,
  { market, followOnSeconds, now }: { market: Market; followOnSeconds: number; now: number },
): Map<string, string> {
  const drivers = new Map<string, string>();
  for (const { step, eligible, planned } of evaluated) {
    const first = plannedFirst(eligible, planned);
    if (first) drivers.set(step.booking.id, first.driver);
  }
  const taken = new Set(drivers.values());
  const others = evaluated.filter(({ step }) => !drivers.has(step.booking.id));
  const candidatesOf = new Map(
    others.map(({ step, eligible }) => [
      step.booking.id,
      eligible.filter(({ driver }) => !taken.has(driver)).map((one) => asBatchCandidate(one, ended, now)),
    ]),
  );
  const requests = others.map(({ step: { booking } }) => ({
    booking: booking.id,
    pickup: booking.pickup,
    waited_secs: secondsSince(searchedSince(booking), now) ?? 0,
  }));
  const terms = { ...defaultBatchTerms, finishWithinSecs: followOnSeconds };
  const plan = planBatch(requests, ({ booking }) => candidatesOf.get(booking) ?? [], terms, market);
  for (const { booking, driver } of plan.pairs) drivers.set(booking, driver);
  return drivers;
}
