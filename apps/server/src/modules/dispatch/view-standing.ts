// Use case: how often a driver accepts offers, and the driver's median rank among the drivers near recent requests.
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
      // The query sorts the ranks; for an even number of them this is the lower of the two middle ones.
      place: places[Math.floor((places.length - 1) / 2)] ?? null,
    };
  };
}
