// Row types of the tables and views of mobility data. Times are in ms since the epoch, amounts in minor units,
// distances in km.
import type { LatLng } from '@kerb/domain/geo';
import type { DrivenBooking, MdsPropulsion, MdsVehicleType } from '@kerb/domain/mobility-data';
import type { Generated, JSONColumnType } from 'kysely';

type Place = JSONColumnType<LatLng>;
type PlaceOrNull = JSONColumnType<LatLng | null, string | null, string | null>;
type PlaceName =
  | 'pickup'
  | 'drop_point'
  | 'accepted_place'
  | 'started_place'
  | 'ended_place'
  | 'approach_place';

export interface DrivenBookingView extends Omit<DrivenBooking, PlaceName> {
  driver: string;
  follows: string | null;
  pickup: Place;
  drop_point: Place;
  accepted_place: PlaceOrNull;
  started_place: PlaceOrNull;
  ended_place: PlaceOrNull;
  approach_place: PlaceOrNull;
}

export interface DutyPeriod {
  started_at: number;
  ended_at: number | null;
}

export interface VehicleView {
  uid: string;
  device_id: string;
  car_type: string | null;
  vehicle_number: string;
  vehicle_make: string;
  vehicle_model: string;
  on_duty: boolean;
  busy: boolean;
  duty: JSONColumnType<DutyPeriod | null, string | null, string | null>;
  seen_at: number | null;
}

export interface DeclaredCarTypeTable {
  car_type: string;
  vehicle_type: MdsVehicleType;
  propulsion_types: MdsPropulsion[];
  wheelchair_accessible: boolean;
}

export interface TripFileTable {
  /** YYYY-MM-DD */
  day: string;
  trips: number;
  bytes: number;
  written_at: number;
}

export type MobilityDataTables = {
  mobility_bookings: DrivenBookingView;
  mobility_vehicles: VehicleView;
  mobility_duty: DutyPeriod & { uid: string };
  mobility_providers: { only_row: Generated<boolean>; provider_id: string };
  mobility_car_types: DeclaredCarTypeTable;
  mobility_trip_files: TripFileTable;
};
