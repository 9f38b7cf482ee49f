// Returns shared vehicles: a page of them, one, those of a driver, and the handovers of one.
import type { SharedVehicle, Vehicle, VehicleHandover, VehicleSort } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor, SortedOrder } from '../../kit/index.ts';
import { handoversRepository } from './handovers.repository.ts';
import { vehicleCursor } from './vehicle-cursor.ts';
import type { VehiclesDeps } from './vehicles.deps.ts';
import { requireManaged, vehiclesPolicy } from './vehicles.policy.ts';
import { presentHandover, presentShared, presentVehicle, type VehicleContext } from './vehicles.presenter.ts';
import { type VehicleFilter, vehiclesRepository } from './vehicles.repository.ts';
import type { HandoverRow, VehicleRow } from './vehicles.tables.ts';

type Deps = Pick<VehiclesDeps, 'db' | 'settings' | 'identity' | 'carTypes'>;

export function createViewVehicles({ db, settings, identity, carTypes }: Deps) {
  const vehicles = vehiclesRepository(db);
  const handovers = handoversRepository(db);

  async function contextOf(uids: readonly (string | null)[]): Promise<VehicleContext> {
    const known = uids.filter((uid) => uid !== null);
    const [people, types, { decimal }] = await Promise.all([
      identity.usersOf([...new Set(known)]),
      carTypes.carTypes(),
      settings.get(),
    ]);
    return { people, carTypes: types, decimal };
  }

  async function openByVehicle(rows: readonly VehicleRow[]): Promise<Map<string, HandoverRow>> {
    const open = await handovers.openOf(rows.map(({ id }) => id));
    return new Map(open.map((one) => [one.vehicle, one]));
  }

  async function presentRows(rows: readonly VehicleRow[]): Promise<Vehicle[]> {
    const [open, drivers] = await Promise.all([
      openByVehicle(rows),
      vehicles.driversOf(rows.map(({ id }) => id)),
    ]);
    const shown = await contextOf([
      ...rows.map(({ fleetadmin }) => fleetadmin),
      ...[...open.values()].map(({ driver }) => driver),
      ...[...drivers.values()].flat(),
    ]);
    return rows.map((row) =>
      presentVehicle(row, open.get(row.id), { ...shown, drivers: drivers.get(row.id) ?? [] }),
    );
  }

  async function shared(rows: readonly VehicleRow[]): Promise<SharedVehicle[]> {
    const open = await openByVehicle(rows);
    const shown = await contextOf([...open.values()].map(({ driver }) => driver));
    return rows.map((row) => presentShared(row, open.get(row.id), shown));
  }

  return {
    presentRows,
    shared,
    /** Throws `not_found` for an unknown id. */
    async one(id: string): Promise<Vehicle> {
      const row = await vehicles.find(id);
      const [vehicle] = row === null ? [] : await presentRows([row]);
      if (vehicle === undefined) throw new DomainError('not_found');
      return vehicle;
    },
    async oneShared(id: string): Promise<SharedVehicle> {
      const row = await vehicles.find(id);
      const [vehicle] = row === null ? [] : await shared([row]);
      if (vehicle === undefined) throw new DomainError('not_found');
      return vehicle;
    },
  };
}

export function createListVehicles(deps: Deps) {
  const view = createViewVehicles(deps);
  const vehicles = vehiclesRepository(deps.db);
  return async function listVehicles(
    actor: Actor,
    query: VehicleFilter & SortedOrder<VehicleSort> & { limit: number; cursor?: string | undefined },
  ): Promise<{ items: Vehicle[]; nextCursor: string | null; total: number }> {
    const scope = vehiclesPolicy.list(actor);
    const { limit, cursor, sort, order, ...filter } = query;
    const after = cursor === undefined ? null : vehicleCursor.read({ sort, order }, cursor);
    const [rows, total] = await Promise.all([
      vehicles.page(scope, filter, { sort, order, after, limit: limit + 1 }),
      vehicles.count(scope, filter),
    ]);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      items: await view.presentRows(page),
      nextCursor:
        last !== undefined && rows.length > page.length
          ? vehicleCursor.write({ sort, order }, { value: last.sort_value, id: last.id })
          : null,
      total,
    };
  };
}

export function createGetVehicle(deps: Deps) {
  const view = createViewVehicles(deps);
  return async function getVehicle(actor: Actor, id: string): Promise<Vehicle> {
    requireManaged(actor, await vehiclesRepository(deps.db).find(id));
    return view.one(id);
  };
}

export function createListHandovers({ db, identity, settings }: Deps) {
  const handovers = handoversRepository(db);
  return async function listHandovers(
    actor: Actor,
    id: string,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<{ items: VehicleHandover[]; nextCursor: string | null }> {
    requireManaged(actor, await vehiclesRepository(db).find(id));
    const rows = await handovers.page(id, vehiclesPolicy.list(actor), { after: cursor, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const uids = page.flatMap(({ driver, taken_by, returned_by }) => [
      driver,
      taken_by,
      returned_by ?? driver,
    ]);
    const [people, charges, { decimal }] = await Promise.all([
      identity.usersOf([...new Set(uids)]),
      handovers.chargesOf(page.map((row) => row.id)),
      settings.get(),
    ]);
    const last = page.at(-1);
    return {
      items: page.map((row) => presentHandover(row, charges.get(row.id), { people, decimal })),
      nextCursor: last !== undefined && rows.length > page.length ? last.id : null,
    };
  };
}

/** Includes the vehicle that the driver has, even when it is no longer shared with them. */
export function createMyVehicles(deps: Deps) {
  const view = createViewVehicles(deps);
  const vehicles = vehiclesRepository(deps.db);
  return async function myVehicles(
    actor: Actor,
  ): Promise<{ current: SharedVehicle | null; items: SharedVehicle[] }> {
    const driver = vehiclesPolicy.own(actor);
    const [rows, open] = await Promise.all([
      vehicles.sharedWith(driver),
      handoversRepository(deps.db).openOfDriver(driver),
    ]);
    return {
      current: open === null ? null : await view.oneShared(open.vehicle),
      items: await view.shared(rows),
    };
  };
}
