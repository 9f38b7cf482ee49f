// Chooses the drivers on duty who get the offer of a past booking, and the one who accepts it.
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import type { PastOffer } from '../../modules/booking/index.ts';
import type { DemoCarTypeKey } from '../demo-names.ts';
import type { Chance } from './chance.ts';
import type { DriverOfPast } from './past-people.ts';

/** Maximum distance from the driver to the pickup, km. */
const MAX_PICKUP_KM = 7;

export function createFindDrivers(chance: Chance, drivers: readonly DriverOfPast[]) {
  const isOnDuty = ({ shifts }: DriverOfPast, at: number): boolean =>
    shifts.some(({ starts, ends }) => starts <= at && at < ends - 15 * MS_PER_MINUTE);
  /** Drivers on duty with this car type, the nearest first. */
  return function findDrivers(type: DemoCarTypeKey, pickup: LatLng, at: number): DriverOfPast[] {
    return drivers
      .filter((one) => one.demo.carType === type && one.freeAt <= at && isOnDuty(one, at))
      .map((one) => ({ one, km: distanceKm(one.place, pickup) * (1 + 0.2 * chance.next()) }))
      .filter(({ km }) => km <= MAX_PICKUP_KM)
      .sort((left, right) => left.km - right.km)
      .map(({ one }) => one);
  };
}

export function createMakeOffers(chance: Chance, offerMs: number) {
  /** Offers to the drivers who did not answer before another one accepted. */
  return function makeOffers(near: readonly DriverOfPast[], dispatchedAt: number) {
    const offers: PastOffer[] = [];
    let at = dispatchedAt;
    let index = 0;
    while (index < near.length - 1 && chance.is(0.14)) {
      const isDeclined = chance.is(0.5);
      const answered = isDeclined ? at + chance.whole(4000, 15_000) : at + offerMs;
      offers.push({
        driver: near[index]?.demo.person.uid ?? '',
        requested_at: at,
        expires_at: at + offerMs,
        outcome: isDeclined ? 'declined' : 'expired',
      });
      at = answered + chance.whole(400, 1500);
      index += 1;
    }
    return { offers, at, takingDriver: near[index] ?? null };
  };
}
