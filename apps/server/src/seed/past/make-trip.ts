// Generates a driven trip: times, distance, rating, tip, and occasionally a long detour.
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { AUTO_COMPLETE_MS, type PastBooking, type PastTrip } from '../../modules/booking/index.ts';
import type { Chance } from './chance.ts';
import { drivenMs } from './choose-trip.ts';
import type { CityTrip } from './city-trips.ts';
import type { DriverOfPast, RiderOfPast } from './past-people.ts';
import { complaints, praise, reviewNotes, ridersBlamed, ridersPraised } from './words.ts';

interface TripOf {
  rider: RiderOfPast;
  driver: DriverOfPast;
  way: CityTrip;
  /** Earliest start, ms since the epoch: the driver has arrived, and the time of a scheduled booking has come. */
  startsFrom: number;
  /** Local time at `startsFrom`, in ms as if it were UTC. */
  wall: number;
  request: PastBooking;
}

/** One in this many rides has a detour that an admin must review. */
const RIDES_PER_DETOUR = 480;
/** The first detour comes early, so that a short past contains one. */
const FIRST_DETOUR = 60;
/** Detours in this time before the end may still be undecided, ms. */
const UNDECIDED_MS = MS_PER_DAY;
const RATED_SHARE = 0.64;
const RIDER_RATED_SHARE = 0.5;

export function createMakeTrip({ chance, end, admin }: { chance: Chance; end: number; admin: string }) {
  let rides = 0;
  let hasUndecided = false;

  function starsOf(manner: number): number {
    const drawn = chance.next();
    const five = Math.min(0.94, (manner - 3.7) / 1.05);
    if (drawn < five) return 5;
    if (drawn < five + (1 - five) * 0.7) return 4;
    if (drawn < five + (1 - five) * 0.88) return 3;
    return drawn < five + (1 - five) * 0.95 ? 2 : 1;
  }

  /** The rider rates soon, not at all, or at the end of the day. */
  function driverRating(manner: number, paidAt: number): PastTrip['driverRating'] {
    const soon = Math.min(end - 1000, paidAt + chance.whole(20_000, 25 * MS_PER_MINUTE));
    if (chance.is(RATED_SHARE)) {
      const stars = starsOf(manner);
      const words = stars >= 4 ? praise : complaints;
      const comment = chance.is(stars >= 4 ? 0.22 : 0.7) ? chance.pick(words) : null;
      return { at: soon, stars, comment };
    }
    const automatic = paidAt + AUTO_COMPLETE_MS;
    return { at: automatic < end ? automatic : soon, stars: null, comment: null };
  }

  function riderRating(manner: number, paidAt: number): PastTrip['riderRating'] {
    if (!chance.is(RIDER_RATED_SHARE)) return null;
    const stars = starsOf(manner);
    const words = stars >= 4 ? ridersPraised : ridersBlamed;
    const comment = chance.is(stars >= 4 ? 0.1 : 0.6) ? chance.pick(words) : null;
    return { at: Math.min(end - 1000, paidAt + chance.whole(10_000, 90_000)), stars, comment };
  }

  function reviewOf(endedAt: number): PastTrip['review'] {
    const at = Math.floor(endedAt + chance.between(1, 20) * MS_PER_HOUR);
    if (at >= end || hasUndecided) return null;
    const approve = chance.is(0.6);
    return { at, by: admin, approve, note: chance.pick(approve ? reviewNotes.approved : reviewNotes.waived) };
  }

  /** Null for a trip that would end after the past. */
  return function makeTrip({ rider, driver, way, startsFrom, wall, request }: TripOf): PastTrip | null {
    const startedAt = startsFrom + chance.whole(25_000, 150_000);
    const driven = drivenMs(chance, way.secs, wall);
    const isRide = request.appcat === 'taxi' && way.km > 4;
    rides += isRide ? 1 : 0;
    const isRecent = startedAt > end - UNDECIDED_MS;
    const isLast = isRecent && !hasUndecided && startedAt < end - 2 * MS_PER_HOUR;
    const isDetour = isRide && (isLast || (!isRecent && rides % RIDES_PER_DETOUR === FIRST_DETOUR));
    const endedAt = startedAt + (isDetour ? Math.round(driven * 2.4) : driven);
    if (endedAt > end - 4 * MS_PER_MINUTE) return null;
    if (isDetour && isRecent) hasUndecided = true;
    const distance_km = way.km * (isDetour ? 2.3 : 1 + 0.025 * Math.max(-1, chance.normal()));
    const paidAt = Math.min(endedAt + chance.whole(15_000, 100_000), end - 90_000);
    const tip = chance.is(0.16)
      ? {
          at: Math.min(end - 1000, paidAt + chance.whole(15_000, 8 * MS_PER_MINUTE)),
          suggestion: chance.pick([0, 0, 1, 2]),
        }
      : null;
    return {
      startedAt,
      endedAt,
      distance_km: Number(distance_km.toFixed(3)),
      paidAt,
      driverRating: driverRating(isDetour ? 3.9 : driver.manner, paidAt),
      riderRating: riderRating(rider.manner, paidAt),
      tip,
      review: isDetour ? reviewOf(endedAt) : null,
    };
  };
}
