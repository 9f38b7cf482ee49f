// Presents a driver's own vehicle and state, and their hours on duty.
import type { Duty, Me } from '@kerb/contract';
import type { DutyState } from '@kerb/domain/fleet';
import type { DriverRecord } from './drivers.repository.ts';

export const presentDuty = (state: DutyState): Duty => ({
  worked_secs: state.worked_secs,
  unbroken_secs: state.unbroken_secs,
  until: state.until,
  rule: state.rule,
  limit_at: state.limit_at,
  break_due_at: state.break_due_at,
  break_ends_at: state.break_ends_at,
  allowed_from: state.allowed_from,
  refused: state.refused,
});

export function presentDriverPart(driver: DriverRecord | null): Me['driver'] {
  return (
    driver && {
      carType: driver.carType,
      vehicleMake: driver.vehicleMake,
      vehicleModel: driver.vehicleModel,
      vehicleNumber: driver.vehicleNumber,
      other_info: driver.other_info,
      driverActiveStatus: driver.driverActiveStatus,
      queue: driver.queue,
      fleetadmin: driver.fleetadmin,
      documentsValidUntil: driver.documentsValidUntil,
      vehicleChangedAt: driver.vehicleChangedAt,
      sharedVehicle: driver.sharedVehicle,
    }
  );
}
