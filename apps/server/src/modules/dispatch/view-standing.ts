// How often a driver accepts offers, and their place among the drivers near recent requests.
import type { DriverStanding } from '@kerb/contract';
import { shareOf } from '@kerb/domain/dispatch';
import { MS_PER_DAY } from '@kerb/domain/kernel';
import type { DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository } from './dispatch.repository.ts';

const OFFERS_DAYS = 7;

type ViewStandingDeps = Pick<DispatchModuleDeps, 'db' | 'clock'> & {
  booking: Pick<DispatchModuleDeps['booking'], 'answeredOffers'>;
};

export function createViewStanding({ db, clock, booking }: ViewStandingDeps) {
  return async function viewStanding(driver: string): Promise<DriverStanding> {
    const now = clock.now();
    const { offers, accepted } = await booking.answeredOffers(driver, now - OFFERS_DAYS * MS_PER_DAY);
    const places = await dispatchRepository(db).placesOf(driver, now - MS_PER_DAY);
    return {
      offers,
      accepted,
      acceptance: shareOf(accepted, offers),
      requests: places.length,
      nearest: places.filter((place) => place === 1).length,
      // Sorted by the query; of an even number the lower of the two in the middle.
      place: places[Math.floor((places.length - 1) / 2)] ?? null,
    };
  };
}
