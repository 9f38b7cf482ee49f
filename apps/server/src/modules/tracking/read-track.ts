// Where a trip is: its timeline, the trail since it started, the car now and the way ahead.
import type { Track } from '@kerb/contract';
import { isTrackedForDriver } from '@kerb/domain/booking';
import { encodePolyline, type LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import { coarsePoint } from '@kerb/domain/safety';
import type { Clock } from '../../kit/index.ts';
import type {
  BookingForTracking,
  FleetForTracking,
  PartyOfTrip,
  SettingsForTracking,
} from './tracking.deps.ts';
import type { Trip } from './trip.ts';
import type { TripProgress } from './trip-progress.ts';
import { withoutLine } from './way-ahead.ts';

export interface ReadTrackDeps {
  clock: Clock;
  booking: Pick<BookingForTracking, 'timelineOf' | 'trailOf'>;
  fleet: Pick<FleetForTracking, 'live'>;
  progress: Pick<TripProgress, 'ahead'>;
  settings: SettingsForTracking;
}

export interface TrackViewer {
  party: PartyOfTrip;
  /** Places are shown to about a block, and the way driven is not shown. */
  hidesDoors: boolean;
}

/** Throws `location_fetch_error` while nothing at all is known of where the trip is. */
export function createReadTrack({ clock, booking, fleet, progress, settings }: ReadTrackDeps) {
  return async (trip: Trip, { party, hidesDoors }: TrackViewer): Promise<Track> => {
    const [timeline, trail] = await Promise.all([
      booking.timelineOf(trip.booking),
      booking.trailOf(trip.booking),
    ]);
    const car = carOf(trip);
    if (timeline.length === 0 && car === null) throw new DomainError('location_fetch_error');
    return {
      entries: timeline.map(({ id, at, status, lat, lng }) => {
        const place = hidesDoors ? coarsePoint({ lat, lng }) : { lat, lng };
        return { id, at, status, ...place };
      }),
      trail: hidesDoors ? '' : encodePolyline(trail),
      driver: car,
      ahead: car === null ? null : await aheadFor(party, trip, car),
    };
  };

  async function aheadFor(party: PartyOfTrip, trip: Trip, car: LatLng): Promise<Track['ahead']> {
    const ahead = await progress.ahead(trip, car, clock.now());
    if (ahead === null || party !== 'rider' || (await settings.get()).showLiveRoute) return ahead;
    return withoutLine(ahead);
  }

  /** The car is shown while the trip is on; after it, where the driver goes is nobody's business. */
  function carOf(trip: Trip): Track['driver'] {
    if (trip.driver === null || !isTrackedForDriver(trip.status)) return null;
    const position = fleet.live.get(trip.driver);
    if (!position) return null;
    const { lat, lng, at, heading } = position;
    return { lat, lng, at, heading };
  }
}
