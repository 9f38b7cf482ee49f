// What dispatch needs of the modules below it, no more than it uses.
import type { BookingStatus, PaymentMode } from '@kerb/domain/booking';
import type { AddressedPoint, LatLng } from '@kerb/domain/geo';
import type { Ratings } from '@kerb/domain/identity';
import type { Minor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Ids, Queries, Tx, WithTx } from '../../kit/index.ts';

/** What dispatch reads of a booking. */
export interface DispatchedBooking {
  id: string;
  reference: string;
  status: BookingStatus;
  car_type: string;
  car_type_name: string;
  book_later: boolean;
  tripdate: number;
  /** When drivers are first looked for. */
  dispatch_at: number;
  pickup: AddressedPoint;
  drop_point: AddressedPoint;
  waypoints: AddressedPoint[];
  polyline: string;
  customer_name: string;
  customer_rating: string;
  payment_mode: PaymentMode;
  trip_cost: Minor;
  driver_share: Minor;
  estimate_distance_km: number;
  estimate_time_secs: number;
  pricing: { convert_to_mile: boolean; decimals: number };
}

export type Searching = Pick<DispatchedBooking, 'id' | 'dispatch_at'>;

export interface BookingForDispatch {
  find(id: string): Promise<DispatchedBooking | null | undefined>;
  /** NEW bookings whose time to look for drivers had come by then, the longest waiting first: those after `after`. */
  searching(before: number, after?: Searching): Promise<readonly Searching[]>;
  /** The drivers asked right now, deadlines over or not. */
  openRequests(id: string): Promise<readonly { driver: string; expires_at: number }[]>;
  declinedBy(id: string): Promise<readonly string[]>;
  /** Asks the drivers until then and tells them; answers who is asked. Throws when the booking is not NEW. */
  requestDrivers(
    tx: Tx,
    id: string,
    drivers: readonly string[],
    expiresAt: number,
  ): Promise<readonly string[]>;
  /** Ends the requests whose deadline is over and tells their drivers. */
  expireRequests(tx: Tx, id: string): Promise<unknown>;
  /** Cancels a booking that is still NEW; does nothing otherwise. */
  cancelBySystem(id: string, reason: string): Promise<unknown>;
  /** NEW bookings that ask this driver now, in expiry order. */
  tasksOf(driver: string): Promise<readonly { booking: DispatchedBooking; expires_at: number }[]>;
}

/** A driver in range of a pickup, with the first gate they fail; null when they may be asked. */
export interface WeighedDriver extends LatLng {
  driver: string;
  distance_km: number;
  gate: string | null;
}

/** A driver of a car type with valid papers, wherever he is, with the first of the fleet's gates. */
export interface TypedDriver {
  driver: string;
  vehicle_number: string;
  vehicle_description: string;
  /** Null without a fresh position; the distance with it. */
  position: LatLng | null;
  distance_km: number | null;
  gate: string | null;
}

export interface DispatchModuleDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  logger: { warn(details: object, message: string): void };
  settings: { get(): Promise<Settings> };
  maps: {
    matrix(
      starts: readonly LatLng[],
      dests: readonly LatLng[],
    ): Promise<readonly (readonly ({ distance_in_km: number; time_in_secs: number } | null)[])[]>;
  };
  fleet: {
    gatesNear(point: LatLng, carType: string): Promise<readonly WeighedDriver[]>;
    driversOfType(pickup: LatLng, carType: string): Promise<readonly TypedDriver[]>;
    /** One of the driver's documents has run out: no new tasks. */
    documentsExpired(driver: string): Promise<boolean>;
    live: { get(driver: string): (LatLng & { at: number }) | null | undefined };
  };
  identity: {
    usersOf(
      uids: readonly string[],
    ): Promise<
      ReadonlyMap<string, { approved: boolean; firstName: string; lastName: string; ratings: Ratings }>
    >;
  };
  wallet: { blockedForTasks(uid: string): Promise<boolean> };
  booking: BookingForDispatch;
}
