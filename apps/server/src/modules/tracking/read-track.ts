// "Track a booking": its timeline, the trail since the start, the car's position and the remaining route.
import type { Track } from '@kerb/contract';
import { isTrackedForDriver } from '@kerb/domain/booking';
import { encodePolyline, type LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import { roundedPoint } from '@kerb/domain/safety';
import type { Clock } from '../../kit/index.ts';
import { withoutPolyline } from './remaining-route.ts';
import type {
  BookingForTracking,
  FleetForTracking,
  PartyOfTrip,
  SettingsForTracking,
} from './tracking.deps.ts';
import type { Trip } from './trip.ts';
import type { TripProgress } from './trip-progress.ts';

export interface ReadTrackDeps {
  clock: Clock;
  booking: Pick<BookingForTracking, 'timelineOf' | 'trailOf'>;
  fleet: Pick<FleetForTracking, 'positions'>;
  progress: Pick<TripProgress, 'remainingRoute'>;
  settings: SettingsForTracking;
}

export interface TrackViewer {
  party: PartyOfTrip;
  /** Places are rounded to about a block, and the driven route is omitted. */
  hidesExactPlaces: boolean;
}

/** Throws `location_fetch_error` when the booking has neither a timeline entry nor a car position. */
export function createReadTrack({ clock, booking, fleet, progress, settings }: ReadTrackDeps) {
  return async function readTrack(trip: Trip, { party, hidesExactPlaces }: TrackViewer): Promise<Track> {
    const [timeline, trail] = await Promise.all([
      booking.timelineOf(trip.booking),
      booking.trailOf(trip.booking),
    ]);
    const car = await carPosition(trip);
    if (timeline.length === 0 && car === null) throw new DomainError('location_fetch_error');
    return {
      entries: timeline.map(({ id, at, status, lat, lng }) => {
        const place = hidesExactPlaces ? roundedPoint({ lat, lng }) : { lat, lng };
        return { id, at, status, ...place };
      }),
      trail: hidesExactPlaces ? '' : encodePolyline(trail),
      driver: car,
      ahead: car === null ? null : await remainingRouteFor(party, trip, car),
    };
  };

  async function remainingRouteFor(party: PartyOfTrip, trip: Trip, car: LatLng): Promise<Track['ahead']> {
    const ahead = await progress.remainingRoute(trip, car, clock.now());
    if (ahead === null || party !== 'rider' || (await settings.get()).showLiveRoute) return ahead;
    return withoutPolyline(ahead);
  }

  /**
   * The car's position during the trip; null afterwards, to protect the driver's privacy, and before the driver
   * has set out, because another rider may be in the car.
   */
  async function carPosition(trip: Trip): Promise<Track['driver']> {
    if (trip.driver === null || trip.isWaiting || !isTrackedForDriver(trip.status)) return null;
    const position = await fleet.positions.of(trip.driver);
    if (!position) return null;
    const { lat, lng, at, heading } = position;
    return { lat, lng, at, heading };
  }
}
