// A driver takes a shared vehicle or returns it, or it is handed over from one driver to another in one step.
import type {
  HandedOverVehicle,
  ReturnedVehicle,
  SharedVehicle,
  TakenVehicle,
  Vehicle,
} from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor, Tx } from '../../kit/index.ts';
import { createChargeRent } from './charge-rent.ts';
import { handoversRepository } from './handovers.repository.ts';
import { assertMayDrive } from './may-drive.ts';
import { nameOf, type VehiclesDeps } from './vehicles.deps.ts';
import { publishVehicleChanged } from './vehicles.events.ts';
import { requireManaged, vehiclesPolicy } from './vehicles.policy.ts';
import { vehiclesRepository } from './vehicles.repository.ts';
import type { HandoverRow, VehicleRow } from './vehicles.tables.ts';
import { createViewVehicles } from './view-vehicles.ts';

interface Recorded {
  odometer: number | null;
  note: string;
}

/** Locks the vehicle first and then the drivers by uid, so that two handovers cannot deadlock. */
export function createHandOver(deps: VehiclesDeps) {
  const { withTx, clock, ids, identity, fleet, settings } = deps;
  const view = createViewVehicles(deps);
  const chargeRent = createChargeRent(deps);

  async function lockFor(tx: Tx, actor: Actor, id: string): Promise<VehicleRow> {
    const vehicle = await vehiclesRepository(tx).lock(id);
    if (actor.usertype !== 'driver') return requireManaged(actor, vehicle);
    const [isShared, open] = await Promise.all([
      vehiclesRepository(tx).mayTake(id, actor.uid),
      handoversRepository(tx).openOfDriver(actor.uid),
    ]);
    // A vehicle that is not shared with the driver gives the same error as a missing one.
    if (vehicle === null || (!isShared && open?.vehicle !== id)) throw new DomainError('not_found');
    return vehicle;
  }

  async function guardTaker(tx: Tx, vehicle: VehicleRow, driver: string): Promise<void> {
    if (vehicle.retired_at !== null) throw new DomainError('vehicle_retired');
    if (!(await vehiclesRepository(tx).mayTake(vehicle.id, driver)))
      throw new DomainError('vehicle_not_allowed');
    // Locked before the role is read: a driver who is disabled or changes role concurrently either does so first, and
    // is rejected here, or waits for this transaction and then returns the vehicle.
    if (!(await identity.lockApproved(tx, driver))) throw new DomainError('vehicle_not_allowed');
    await assertMayDrive(deps, vehicle, [driver]);
  }

  async function take(
    tx: Tx,
    actor: Actor,
    vehicle: VehicleRow,
    { driver, odometer, note }: Recorded & { driver: string },
  ): Promise<void> {
    if (vehicle.car_type === null) throw new DomainError('vehicle_without_car_type');
    const own = await fleet.lendVehicle(tx, driver, {
      id: vehicle.id,
      vehicleNumber: vehicle.vehicle_number,
      vehicleMake: vehicle.vehicle_make,
      vehicleModel: vehicle.vehicle_model,
      carType: vehicle.car_type,
      other_info: vehicle.other_info,
    });
    const now = clock.now();
    const handover = {
      id: ids.next(),
      vehicle: vehicle.id,
      driver,
      fleetadmin: vehicle.fleetadmin,
      plan: vehicle.plan,
      rent_amount: vehicle.rent_amount,
      commission_percent: vehicle.commission_percent,
      taken_at: now,
      taken_by: actor.uid,
      odometer_taken: odometer,
      note_taken: note,
      own_vehicle_number: own.vehicleNumber,
      own_vehicle_make: own.vehicleMake,
      own_vehicle_model: own.vehicleModel,
      own_other_info: own.other_info,
      own_car_type: own.carType,
      own_vehicle_changed_at: own.vehicleChangedAt,
    };
    await handoversRepository(tx).insert(handover);
    await chargeRent(tx, { ...handover, charged_through: null }, now, (await settings.get()).timezone);
    await publishVehicleChanged(tx, vehicle, await driversWhoMayTake(tx, vehicle, driver));
  }

  async function giveBack(
    tx: Tx,
    by: string,
    vehicle: VehicleRow,
    { open, odometer, note }: Recorded & { open: HandoverRow },
  ): Promise<void> {
    if (odometer !== null && open.odometer_taken !== null && odometer < open.odometer_taken)
      throw new DomainError('invalid_input', undefined, [
        { path: 'odometer', message: `It was ${open.odometer_taken} when the vehicle was taken` },
      ]);
    await fleet.takeVehicleBack(tx, open.driver, {
      vehicleNumber: open.own_vehicle_number,
      vehicleMake: open.own_vehicle_make,
      vehicleModel: open.own_vehicle_model,
      carType: open.own_car_type,
      other_info: open.own_other_info,
      vehicleChangedAt: open.own_vehicle_changed_at,
    });
    // Never before the vehicle was taken, in case this server's clock is behind another one's.
    const now = Math.max(clock.now(), open.taken_at);
    await chargeRent(tx, open, now, (await settings.get()).timezone);
    await handoversRepository(tx).close(open.id, {
      returned_at: now,
      returned_by: by,
      odometer_returned: odometer,
      note_returned: note,
    });
    await publishVehicleChanged(tx, vehicle, await driversWhoMayTake(tx, vehicle, open.driver));
  }

  const driversWhoMayTake = async (tx: Tx, { id }: VehicleRow, driver: string): Promise<string[]> => [
    ...((await vehiclesRepository(tx).driversOf([id])).get(id) ?? []),
    driver,
  ];

  async function assertFree(tx: Tx, { id }: VehicleRow): Promise<void> {
    const open = await handoversRepository(tx).lockOpenOf(id);
    if (open === null) return;
    throw new DomainError('vehicle_taken', nameOf(await identity.usersOf([open.driver]), open.driver));
  }

  return {
    /**
     * Returns the vehicle of a driver who may no longer drive, within the caller's transaction. Does nothing for a user
     * without one. Throws `driver_busy` on a trip. The caller may have locked the driver before the vehicle; `withTx`
     * repeats a transaction after a deadlock.
     */
    async releaseOf(tx: Tx, uid: string, by: string): Promise<void> {
      const held = await handoversRepository(tx).openOfDriver(uid);
      const vehicle = held && (await vehiclesRepository(tx).lock(held.vehicle));
      if (vehicle === null) return;
      // The driver may have returned it before it was locked.
      const open = await handoversRepository(tx).lockOpenOf(vehicle.id);
      if (open?.driver === uid) await giveBack(tx, by, vehicle, { open, odometer: null, note: '' });
    },

    /**
     * Throws `vehicle_taken` with the name of the driver who has it, `conflict` when the vehicle was changed since the
     * driver saw it, `vehicle_plan_not_agreed` for a manager and a vehicle with a plan, and the reason why the vehicle
     * or the driver is not eligible.
     */
    async takeVehicle(actor: Actor, id: string, given: TakenVehicle): Promise<SharedVehicle> {
      await withTx(async (tx) => {
        const vehicle = await lockFor(tx, actor, id);
        const driver = vehiclesPolicy.takingDriver(actor, given.driver);
        vehiclesPolicy.guardPlan(actor, vehicle, given.version);
        await guardTaker(tx, vehicle, driver);
        await assertFree(tx, vehicle);
        await take(tx, actor, vehicle, { ...given, driver });
      });
      return view.oneShared(id);
    },

    /** Throws `vehicle_not_taken`, `driver_busy` during a trip, and `not_found` for a driver who does not have it. */
    async returnVehicle(actor: Actor, id: string, given: ReturnedVehicle): Promise<SharedVehicle> {
      await withTx(async (tx) => {
        const vehicle = await lockFor(tx, actor, id);
        const open = await handoversRepository(tx).lockOpenOf(id);
        if (open === null) throw new DomainError('vehicle_not_taken');
        if (actor.usertype === 'driver' && open.driver !== actor.uid) throw new DomainError('not_found');
        await giveBack(tx, actor.uid, vehicle, { ...given, open });
      });
      return view.oneShared(id);
    },

    /** The odometer and the note are stored for both: the return by one driver and the taking by the other. */
    async handOverVehicle(
      actor: Actor,
      id: string,
      { driver, odometer, note }: HandedOverVehicle,
    ): Promise<Vehicle> {
      await withTx(async (tx) => {
        const vehicle = requireManaged(actor, await vehiclesRepository(tx).lock(id));
        const open = await handoversRepository(tx).lockOpenOf(id);
        if (open === null) throw new DomainError('vehicle_not_taken');
        if (open.driver === driver) throw new DomainError('has_vehicle');
        vehiclesPolicy.guardPlan(actor, vehicle, undefined);
        await guardTaker(tx, vehicle, driver);
        for (const uid of [open.driver, driver].sort()) await fleet.lockDriver(tx, uid);
        await giveBack(tx, actor.uid, vehicle, { open, odometer, note });
        await take(tx, actor, vehicle, { driver, odometer, note });
      });
      return view.one(id);
    },
  };
}
