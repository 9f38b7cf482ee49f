// Finds vehicles and their current states, for regulators.
import { DomainError, MS_PER_DAY } from '@kerb/domain/kernel';
import {
  type MdsVehicle,
  type MdsVehicleStatus,
  OFF_DUTY_LISTED_MS,
  undeclaredCarType,
  vehicleOf,
  vehicleStatusOf,
} from '@kerb/domain/mobility-data';
import { POSITION_VALID_MS } from '../fleet/index.ts';
import type { MobilityDataDeps } from './mobility-data.deps.ts';
import {
  mobilityDataRepository,
  type VehicleChoice,
  type VehicleNowRow,
  type VehicleRow,
} from './mobility-data.repository.ts';
import { createTimedId, namedId } from './named-id.ts';

type Deps = Pick<MobilityDataDeps, 'db' | 'clock' | 'fleet' | 'secret'>;

/** Vehicles that were in service within this time are listed, as the standard requires. */
const LISTED_MS = 30 * MS_PER_DAY;
const PAGE = 500;

export interface PageOf<Item> {
  items: Item[];
  /** The device id after which the next page begins; null on the last page. */
  next: string | null;
}

/** The query reads one row more than a page; if it is there, another page follows. */
function pageOf<Row extends { device_id: string }>(
  rows: readonly Row[],
): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, PAGE);
  return { shown, next: rows.length > PAGE ? (shown.at(-1)?.device_id ?? null) : null };
}

const pageAfter = (after: string | undefined): VehicleChoice => ({ after, limit: PAGE + 1 });

export function createFindVehicles({ db, clock, fleet, secret }: Deps) {
  const repository = mobilityDataRepository(db);
  const timedIdOf = createTimedId(secret);

  async function present(rows: readonly VehicleRow[]): Promise<MdsVehicle[]> {
    const [provider_id, declared] = await Promise.all([
      repository.providerId(),
      repository.declaredCarTypes(),
    ]);
    return rows.map((row) =>
      vehicleOf(row, { provider_id, declared: declared.get(row.car_type ?? '') ?? undeclaredCarType }),
    );
  }

  async function statuses(rows: readonly VehicleNowRow[]): Promise<MdsVehicleStatus[]> {
    const [provider_id, bookings] = await Promise.all([
      repository.providerId(),
      repository.latestOf(rows.map(({ uid }) => uid)),
    ]);
    const positions = await fleet.positions.ofMany(rows.map(({ uid }) => uid));
    const terms = { now: clock.now(), positionValidMs: POSITION_VALID_MS, idOf: namedId, timedIdOf };
    return rows.flatMap(({ uid, device_id, on_duty, duty }) => {
      const position = positions.get(uid);
      if (position === undefined) return [];
      const booking = bookings.get(uid) ?? null;
      const status = vehicleStatusOf({ device_id, provider_id, on_duty, duty, position, booking }, terms);
      return status === null ? [] : [status];
    });
  }

  const currentSince = () => clock.now() - OFF_DUTY_LISTED_MS;

  return {
    async list(after: string | undefined): Promise<PageOf<MdsVehicle>> {
      const rows = await repository.inService(pageAfter(after), clock.now() - LISTED_MS);
      const { shown, next } = pageOf(rows);
      return { items: await present(shown), next };
    },

    /** Throws `not_found` for a vehicle that was never in service. */
    async one(device_id: string): Promise<MdsVehicle[]> {
      const row = await repository.everInService(device_id);
      if (row === null) throw new DomainError('not_found');
      return present([row]);
    },

    async listStatus(after: string | undefined): Promise<PageOf<MdsVehicleStatus>> {
      const { shown, next } = pageOf(await repository.current(pageAfter(after), currentSince()));
      return { items: await statuses(shown), next };
    },

    /** Throws `not_found` for a vehicle that is not in the list. */
    async oneStatus(device_id: string): Promise<MdsVehicleStatus[]> {
      const found = await statuses(await repository.current({ device_id }, currentSince()));
      if (found.length === 0) throw new DomainError('not_found');
      return found;
    },
  };
}

export type FindVehicles = ReturnType<typeof createFindVehicles>;
