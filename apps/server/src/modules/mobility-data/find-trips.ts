// Finds the trips that ended in a span of time, for regulators, and whether the span is complete.

import { stepTimeLimits } from '@kerb/domain/booking';
import { MS_PER_MINUTE, type Span } from '@kerb/domain/kernel';
import { approachOf, type MdsTrip, rideOf, type TripTerms } from '@kerb/domain/mobility-data';
import type { MobilityDataDeps } from './mobility-data.deps.ts';
import { mobilityDataRepository } from './mobility-data.repository.ts';
import { namedId } from './named-id.ts';

type Deps = Pick<MobilityDataDeps, 'db' | 'settings' | 'clock'>;

/** Steps and positions of the last minutes may still be in processing. */
const SETTLING_MS = 5 * MS_PER_MINUTE;

/** Decimals of the currency (ISO 4217), which the amounts of the standard use. */
const isoDecimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

export function createFindTrips({ db, settings, clock }: Deps) {
  const repository = mobilityDataRepository(db);

  async function termsOf(): Promise<TripTerms> {
    const [provider_id, { appName, code, decimal }] = await Promise.all([
      repository.providerId(),
      settings.get(),
    ]);
    return {
      provider_id,
      appName,
      currency: code,
      decimals: decimal,
      isoDecimals: isoDecimalsOf(code),
      idOf: namedId,
    };
  }

  return {
    async endedIn(span: Span): Promise<MdsTrip[]> {
      const terms = await termsOf();
      const rides = await repository.ridesEnded(span);
      const approaches = await repository.approachesEnded(span);
      const trips = [
        ...approaches.map((booking) => approachOf(booking, terms)),
        ...rides.map((booking) => rideOf(booking, terms)),
      ];
      return trips
        .filter((trip) => trip !== null)
        .sort((one, other) => one.end_time - other.end_time || (one.trip_id < other.trip_id ? -1 : 1));
    },

    /**
     * Whether no further trip can be added that ended before `at`. A phone that was offline uploads its steps later;
     * the server accepts them up to a maximum delay.
     */
    async isComplete(at: number): Promise<boolean> {
      const now = clock.now();
      if (now < at + SETTLING_MS) return false;
      return now >= at + stepTimeLimits.maxAwayMs || !(await repository.awaitsReports(at));
    },
  };
}

export type FindTrips = ReturnType<typeof createFindTrips>;
