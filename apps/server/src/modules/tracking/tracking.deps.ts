// What tracking needs of the modules below it and of the live gateway, no more than it uses.
import type { BookingStatus, PaymentMode, TrackingEntry } from '@kerb/domain/booking';
import type { LatLng, ReportedPosition } from '@kerb/domain/geo';
import type { Settings } from '@kerb/domain/settings';
import type { Actor } from '../../kit/index.ts';
import type { RouteDetails } from '../../ports/maps.ts';

/** A position as it is shown: degrees, ms since the epoch, heading in degrees from north. */
export interface CarPosition extends LatLng {
  driver: string;
  at: number;
  heading: number | null;
}

export interface LiveForTracking {
  /** Latest wins, coalesced, never replayed. */
  publishPosition(topics: readonly string[], position: CarPosition): void;
  publishEta(topics: readonly string[], ahead: WayAhead): void;
  /** Whether anybody listens to an internal topic on this server. */
  isWatched(topic: string): boolean;
}

/** The road way still to go, with an encoded polyline of precision 5. */
export interface WayAhead {
  to: 'pickup' | 'drop';
  distance_in_km: number;
  time_in_secs: number;
  polyline: string;
}

/** While showLiveRoute is off a rider is told when the car comes, not which way it takes. */
export interface SettingsForTracking {
  get(): Promise<Pick<Settings, 'showLiveRoute'>>;
}

export interface MapsForTracking {
  directions(start: LatLng, dest: LatLng, waypoints?: readonly LatLng[]): Promise<RouteDetails>;
}

export interface TrailPoint extends LatLng {
  at: number;
}

/** Whose positions on which trip. */
export interface TrailOf {
  booking: string;
  driver: string;
}

/** What tracking reads of a booking. */
export interface TrackedBooking {
  id: string;
  status: BookingStatus;
  payment_mode: PaymentMode;
  customer: string;
  driver: string | null;
  fleetadmin: string | null;
  pickup: LatLng;
  drop_point: LatLng;
  waypoints: readonly LatLng[];
}

/** Who somebody is to a booking; nobody else may follow it. */
export type PartyOfTrip = 'rider' | 'driver' | 'fleet' | 'admin';

export interface BookingForTracking {
  find(id: string): Promise<TrackedBooking | null | undefined>;
  /** The booking a driver is busy with now. */
  activeTripOf(driver: string): Promise<TrackedBooking | null | undefined>;
  /** Who somebody is to a booking; null when it is none of their business. */
  partyOf(booking: TrackedBooking, actor: Actor): PartyOfTrip | null;
  /** Of a trip that is over, or is another driver's, nothing is kept. */
  appendTrail(trip: TrailOf, points: readonly TrailPoint[]): Promise<void>;
  /** The driver of the booking that an event tells of; null while it has none. */
  driverOfEvent(event: { topics: readonly string[] }): string | null;
  /** Puts positions that a phone kept into the trail, as far as they can be true. Throws `not_found`. */
  keepPositions(
    driver: string,
    id: string,
    positions: readonly ReportedPosition[],
  ): Promise<{ added: readonly TrailPoint[]; kept: number; rejected: number }>;
  /** Positions kept since the trip started, oldest first. */
  trailOf(id: string): Promise<readonly TrailPoint[]>;
  /** Status changes with their place, oldest first. */
  timelineOf(id: string): Promise<readonly TrackingEntry[]>;
}

export interface FleetForTracking {
  live: {
    put(position: CarPosition & { speed?: number | null }): void;
    get(driver: string): CarPosition | null | undefined;
  };
  driverOf(uid: string): Promise<{ fleetadmin: string | null } | null | undefined>;
}
