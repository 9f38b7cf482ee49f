// Row types of shared vehicles. Times are ms since the epoch, days YYYY-MM-DD, amounts minor units.
import type { VehiclePlanKind } from '@kerb/domain/fleet';
import type { Minor } from '@kerb/domain/kernel';
import type { Generated } from 'kysely';

/** Only the columns of the plan's kind are set. */
export interface PlanColumns {
  plan: VehiclePlanKind;
  rent_amount: Minor | null;
  commission_percent: number | null;
}

export interface VehicleRow extends PlanColumns {
  id: string;
  fleetadmin: string | null;
  vehicle_number: string;
  plate_key: string;
  vehicle_make: string;
  vehicle_model: string;
  car_type: string | null;
  other_info: string;
  created_at: number;
  version: number;
  retired_at: number | null;
}

/** Copy of the driver's own car while a shared vehicle replaces it. */
export interface OwnVehicleColumns {
  own_vehicle_number: string;
  own_vehicle_make: string;
  own_vehicle_model: string;
  own_other_info: string;
  own_car_type: string | null;
  own_vehicle_changed_at: number | null;
}

export interface HandoverRow extends PlanColumns, OwnVehicleColumns {
  id: string;
  vehicle: string;
  driver: string;
  fleetadmin: string | null;
  taken_at: number;
  taken_by: string;
  odometer_taken: number | null;
  returned_at: number | null;
  returned_by: string | null;
  odometer_returned: number | null;
  note_taken: string;
  note_returned: string;
  charged_through: string | null;
}

export interface ChargeRow {
  id: string;
  handover: string;
  kind: 'rent' | 'commission';
  vehicle: string;
  driver: string;
  fleetadmin: string | null;
  day: string | null;
  booking: string | null;
  driver_share: Minor | null;
  part: number | null;
  amount: Minor;
  at: number;
}

/** Columns with a database default. */
type Defaulted<Row, Columns extends keyof Row> = {
  [Column in keyof Row]: Column extends Columns ? Generated<Row[Column]> : Row[Column];
};

export type VehicleTables = {
  vehicles: VehicleRow;
  vehicle_drivers: { vehicle: string; driver: string };
  vehicle_handovers: Defaulted<
    HandoverRow,
    'odometer_returned' | 'returned_at' | 'returned_by' | 'note_returned' | 'charged_through'
  >;
  vehicle_charges: ChargeRow;
};
