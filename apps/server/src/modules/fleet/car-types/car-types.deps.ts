// What the use cases of car types share: what they need, who may edit, and what is told of a change.
import type { CarType } from '@kerb/domain/fleet';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { appendEvent, type Clock, type Ids, type Queries, type Tx, type WithTx } from '../../../kit/index.ts';
import type { Images } from '../../../ports/images.ts';
import type { Storage } from '../../../ports/storage.ts';
import type { IdentityApi } from '../../identity/index.ts';

export interface CarTypesDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  images: Images;
  storage: Storage;
  settings: { get(): Promise<Settings> };
  identity: Pick<IdentityApi, 'usersOf'>;
  /** Whether a booking that is still to be driven waits for it. */
  isCarTypeAwaited: (tx: Tx, carType: string) => Promise<boolean>;
  /** This server reads the car types anew. */
  forget: () => void;
  /** Ids nobody can guess. */
  newImageId: () => string;
}

/** The settings, for somebody who may edit. Throws `demo_mode` (specification §5). */
export async function editable({ settings }: Pick<CarTypesDeps, 'settings'>): Promise<Settings> {
  const current = await settings.get();
  if (!current.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
  return current;
}

/** In every transaction that changes a car type: open pages read the list anew. */
export const tellChange = (tx: Tx): Promise<void> =>
  appendEvent(tx, { name: 'catalog.changed', topics: ['catalog'], data: { what: 'cartypes' } });

/** Told besides when an uploaded picture has gone: bookings have copied its address. */
export const tellImageGone = (tx: Tx, carType: string): Promise<void> =>
  appendEvent(tx, { name: 'car_type.image_gone', topics: [], data: { car_type: carType } });

/** The slabs in the order in which they are reached. */
export const bySlab = <T extends Pick<CarType, 'cancelSlab'>>(carType: T): T => ({
  ...carType,
  cancelSlab: [...carType.cancelSlab].sort((one, other) => one.minsDelayed - other.minsDelayed),
});
