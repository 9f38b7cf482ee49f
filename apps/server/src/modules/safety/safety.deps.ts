// The dependencies of the safety module.
import type { LatLng } from '@kerb/domain/geo';
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Ids, Queries, WithTx } from '../../kit/index.ts';
import type { BookingApi } from '../booking/index.ts';

/** The remaining route of a car. */
export interface RemainingRoute {
  to: 'pickup' | 'drop';
  time_in_secs: number;
}

export interface SafetyDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  /** Secret that the tokens of shared links are derived from. */
  secret: string;
  /** Public URL of this installation; undefined: the host of the request is used. */
  publicUrl: string | undefined;
  settings: { get(): Promise<Pick<Settings, 'panic' | 'AllowCriticalEditsAdmin'>> };
  identity: {
    userOf(uid: string): Promise<{ firstName: string; lastName: string; mobile: string } | null>;
  };
  fleet: {
    positions: { of(driver: string): Promise<(LatLng & { at: number; heading: number | null }) | null> };
  };
  booking: Pick<BookingApi, 'find' | 'partyOf' | 'startedTrips'>;
  /** Null while the car is not driving to the rider or the destination, and when no road leads there. */
  remainingRoute(booking: string): Promise<RemainingRoute | null>;
}
