// Simulated offer rounds for `nearest` and `broadcast`, as on the server: each booking is searched for separately, with
// retries.
import {
  checkDriver,
  type EligibleDriver,
  maxOpenOffers,
  planOfferRound,
  roundSize,
} from '@kerb/domain/dispatch';
import { MS_PER_MINUTE, MS_PER_SECOND } from '@kerb/domain/kernel';
import type { LabDeps } from './lab-run.ts';
import type { Offers } from './offers.ts';
import type { Reservations } from './reservations.ts';
import { driversSeen, type LabBooking, type LabCar } from './world.ts';

/** Same values as SEARCH_RETRY_MS and SEARCH_TIMEOUT_MS of the server's dispatch module. */
const SEARCH_RETRY_MS = 10 * MS_PER_SECOND;
const SEARCH_TIMEOUT_MS = 10 * MS_PER_MINUTE;

interface RoundCandidate extends EligibleDriver {
  car: LabCar;
}

const sumOrNull = (secs: number, eta: number | null): number | null => (eta === null ? null : secs + eta);

export function createRounds(deps: LabDeps, offers: Offers, reservations: Reservations) {
  const { queue, world, travel, settings, currentPolicy } = deps;

  function candidatesOf(booking: LabBooking, maxOpen: number, limit: number): RoundCandidate[] {
    const { pickup, carType = null } = booking.request;
    const sight = {
      now: queue.now(),
      travel,
      maxOpenOffers: maxOpen,
      finishWithinSecs: settings.followOnSeconds ?? 0,
    };
    const near = driversSeen(world.cars, sight)
      .flatMap(({ car, state, freeInSecs }) => {
        const declined = booking.declined.has(car.plan.id);
        const { gate, distance } = checkDriver(
          { ...state, declined },
          { pickup, carType },
          { driverRadius: settings.driverRadius, convert_to_mile: false },
        );
        return gate === null && distance !== null && state.location
          ? [{ car, distance, freeInSecs, at: state.location }]
          : [];
      })
      .sort((one, other) => one.distance - other.distance)
      .slice(0, limit);
    const etas = travel.secondsTo(
      pickup,
      near.slice(0, settings.candidateLimit).map(({ at }) => at),
      queue.now(),
    );
    return near
      .map(({ car, distance, freeInSecs }, index) => ({
        car,
        driver: car.plan.id,
        distance_km: distance,
        eta_secs: sumOrNull(freeInSecs, etas[index] ?? null),
        offerCount: booking.offerCounts.get(car.plan.id) ?? 0,
      }))
      .filter(({ driver, eta_secs }) => !reservations.isReserved(driver, eta_secs, booking));
  }

  function start(booking: LabBooking): void {
    const policy = currentPolicy();
    if (policy === 'batched' || booking.status !== 'NEW' || booking.offers.size > 0) return;
    const now = queue.now();
    const searchedSince = Math.max(booking.firstRoundAt ?? now, booking.request.tripdate ?? 0);
    if (now >= searchedSince + SEARCH_TIMEOUT_MS) {
      offers.timeOut(booking);
      return;
    }
    const { broadcastLimit, candidateLimit, offerSeconds } = settings;
    const terms = {
      now,
      offerSeconds,
      broadcastLimit,
      round: booking.rounds + 1,
      planned: reservations.plannedFor(booking),
    };
    const limit = Math.max(candidateLimit, roundSize(policy, terms));
    const candidates = candidatesOf(booking, maxOpenOffers(policy), limit);
    const waitsUntil = reservations.waitsUntil(booking, candidates);
    if (waitsUntil !== null) {
      queue.at(waitsUntil, () => start(booking));
      return;
    }
    const { ranked, wanted, expiresAt } = planOfferRound(policy, candidates, terms);
    if (ranked.length === 0) {
      queue.at(now + SEARCH_RETRY_MS, () => start(booking));
      return;
    }
    booking.rounds += 1;
    booking.firstRoundAt ??= now;
    const byId = new Map(candidates.map((candidate) => [candidate.driver, candidate]));
    for (const driver of ranked.slice(0, wanted)) {
      const candidate = byId.get(driver);
      if (candidate) offers.offer(booking, candidate.car, expiresAt, candidate.eta_secs);
    }
  }

  return { start };
}
