// Inserts past shared vehicles with their handovers and charges, one statement for each table, for seeds.
import { insertRows, type Tx } from '../../kit/index.ts';
import type { ChargeRow, HandoverRow, VehicleRow, VehicleTables } from './vehicles.tables.ts';

export interface PastVehicles {
  vehicles: readonly VehicleRow[];
  drivers: readonly VehicleTables['vehicle_drivers'][];
  /** All are returned, because the drivers' rows have their own cars. */
  handovers: readonly (HandoverRow & { returned_at: number })[];
  /** Their ledger entries are written separately. */
  charges: readonly ChargeRow[];
}

const insertInto = (tx: Tx, table: keyof VehicleTables, rows: readonly object[]): Promise<void> =>
  insertRows(tx, table, rows);

/** Must run after the bookings whose commission is charged are inserted. */
export async function insertPastVehicles(tx: Tx, past: PastVehicles): Promise<void> {
  await insertInto(tx, 'vehicles', past.vehicles);
  await insertInto(tx, 'vehicle_drivers', past.drivers);
  await insertInto(tx, 'vehicle_handovers', past.handovers);
  await insertInto(tx, 'vehicle_charges', past.charges);
}
