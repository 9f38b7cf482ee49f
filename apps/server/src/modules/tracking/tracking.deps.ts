// The dependencies of tracking: narrow interfaces of the lower modules and the live gateway.
import type { BookingStatus, PaymentMode, TrackingEntry } from '@kerb/domain/booking';
import type { LatLng, ReportedPosition } from '@kerb/domain/geo';
import type { Settings } from '@kerb/domain/settings';
import type { Actor } from '../../kit/index.ts';
import type { RouteDetails } from '../../ports/maps.ts';

/** A published position: degrees, ms since the epoch, heading in degrees from north. */
export interface CarPosition extends LatLng {
  driver: string;
  at: number;
  heading: number | null;
}

export interface LiveForTracking {
  /** Only the latest position counts: coalesced, never replayed. */
  publishPosition(topics: readonly string[], position: CarPosition): void;
  publishEta(topics: readonly string[], ahead: RemainingRoute): void;
  /** Whether an internal topic has a subscriber on this server. */
  isWatched(topic: string): boolean;
  /**
   * Calls the listener when an internal topic gets its first subscriber on this server, and when it loses the last one.
   */
  onWatch(listener: (topic: string, isWatched: boolean) => void): void;
}

/** The road route still to drive, with an encoded polyline of precision 5. */
export interface RemainingRoute {
  to: 'pickup' | 'drop';
  distance_in_km: number;
  time_in_secs: number;
  polyline: string;
}

/** While showLiveRoute is off a rider sees the arrival time but not the route. */
export interface SettingsForTracking {
  get(): Promise<Pick<Settings, 'showLiveRoute'>>;
}

export interface MapsForTracking {
  directions(start: LatLng, dest: LatLng, waypoints?: readonly LatLng[]): Promise<RouteDetails>;
}

export interface TrailPoint extends LatLng {
  at: number;
}

/** The trip and driver that positions belong to. */
export interface TrailOf {
  booking: string;
  driver: string;
}

/** The fields of a booking that tracking reads. */
export interface TrackedBooking {
  id: string;
  status: BookingStatus;
  pickup_promised_at: number | null;
  set_out_at: number | null;
  payment_mode: PaymentMode;
  customer: string;
  driver: string | null;
  fleetadmin: string | null;
  pickup: LatLng;
  drop_point: LatLng;
  waypoints: readonly LatLng[];
  /** The planned route, encoded with precision 5; empty for a booking without one. */
  polyline: string;
}

/** The roles in a booking that may follow it. */
export type PartyOfTrip = 'rider' | 'driver' | 'fleet' | 'admin';

export interface BookingForTracking {
  find(id: string): Promise<TrackedBooking | null | undefined>;
  /** The driver's current trip. */
  activeTripOf(driver: string): Promise<TrackedBooking | null | undefined>;
  /** The actor's role in a booking; null without one. */
  partyOf(booking: TrackedBooking, actor: Actor): PartyOfTrip | null;
  /** Stores nothing for a trip that is over or belongs to another driver. */
  appendTrail(trip: TrailOf, points: readonly TrailPoint[]): Promise<void>;
  /** The driver of the booking that an event is about; null while it has none. */
  driverOfEvent(event: { topics: readonly string[] }): string | null;
  /** Adds plausible positions that a phone buffered while offline to the trail. Throws `not_found`. */
  addUploadedPositions(
    driver: string,
    id: string,
    positions: readonly ReportedPosition[],
  ): Promise<{ added: readonly TrailPoint[]; stored: number; rejected: number }>;
  /** Positions stored since the trip started, oldest first. */
  trailOf(id: string): Promise<readonly TrailPoint[]>;
  /** Status changes with their place, oldest first. */
  timelineOf(id: string): Promise<readonly TrackingEntry[]>;
}

/** `seenAt`: when a server received it, ms since the epoch. */
type SeenCar = CarPosition & { seenAt: number };

/** The newest positions, whichever server received them. */
export interface PositionsForTracking {
  of(driver: string): Promise<SeenCar | null>;
  ofMany(drivers: readonly string[]): Promise<ReadonlyMap<string, SeenCar>>;
  /** Receives all positions in the area on this server until `release`. */
  subscribeArea(name: string, area: 'everywhere' | (LatLng & { radiusKm: number })): Promise<void>;
  release(name: string): void;
}

export interface FleetForTracking {
  live: {
    put(position: CarPosition & { speed?: number | null }): void;
    /** `seenAt`: when a server received it, ms since the epoch. */
    get(driver: string): SeenCar | null | undefined;
  };
  positions: PositionsForTracking;
  reportingDevices: {
    replace(actor: Actor): Promise<void>;
    assume(driver: string, sessionId: string): void;
    sessionOf(driver: string): string | undefined;
  };
  driverOf(uid: string): Promise<{ fleetadmin: string | null } | null | undefined>;
}
