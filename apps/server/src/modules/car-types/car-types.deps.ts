// Shared by the use cases of car types: dependencies, the permission to edit, and the events that a change publishes.
import type { CarType } from '@kerb/domain/fleet';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { appendEvent, type Clock, type Ids, type Queries, type Tx, type WithTx } from '../../kit/index.ts';
import type { Images } from '../../ports/images.ts';
import type { Storage } from '../../ports/storage.ts';
import type { LanguagesApi } from '../languages/index.ts';
import type {
  CarTypeBookings,
  CarTypeDrivers,
  CarTypeRecurringBookings,
  CarTypeVehicles,
} from './car-types.ports.ts';

export interface CarTypesDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  images: Images;
  storage: Storage;
  settings: { get(): Promise<Settings> };
  languages: Pick<LanguagesApi, 'choices'>;
  drivers: CarTypeDrivers;
  vehicles: CarTypeVehicles;
  bookings: CarTypeBookings;
  recurringBookings: CarTypeRecurringBookings;
  /** Invalidates this server's cache of car types. */
  invalidate: () => void;
  /** Random ids that cannot be guessed. */
  newImageId: () => string;
}

/** Returns the settings when critical edits are on. Throws `demo_mode` otherwise (specification §5). */
export async function editable({ settings }: Pick<CarTypesDeps, 'settings'>): Promise<Settings> {
  const current = await settings.get();
  if (!current.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
  return current;
}

/**
 * Publishes that the catalogue changed, so that clients reload the list; called in every transaction that changes a car
 * type.
 */
export const publishCatalogChange = (tx: Tx): Promise<void> =>
  appendEvent(tx, { name: 'catalog.changed', topics: ['catalog'], data: { what: 'cartypes' } });

/** Published in addition when an uploaded picture is removed, because bookings store a copy of its address. */
export const publishImageRemoved = (tx: Tx, carType: string): Promise<void> =>
  appendEvent(tx, { name: 'car_type.image_gone', topics: [], data: { car_type: carType } });

/** Returns the car type with its cancellation slabs sorted by the minute at which they begin. */
export const bySlab = <T extends Pick<CarType, 'cancelSlab'>>(carType: T): T => ({
  ...carType,
  cancelSlab: [...carType.cancelSlab].sort((one, other) => one.minsDelayed - other.minsDelayed),
});
