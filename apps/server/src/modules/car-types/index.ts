// Entry point of car types: the catalogue of vehicles with their prices and pictures. Drivers' own vehicles belong to
// `fleet`, which looks car types up here.
import { randomUUID } from 'node:crypto';
import { routes } from '@kerb/contract';
import type { CarType } from '@kerb/domain/fleet';
import { appendEvent, route, type ServerModule, subscribeOnEveryServer, type Tx } from '../../kit/index.ts';
import type { Bus } from '../../ports/bus.ts';
import { createAddCarType } from './add-car-type.ts';
import { carTypeImageJobs, createGetCarTypeImage, createSetCarTypeImage } from './car-type-image.ts';
import type { CarTypesDeps } from './car-types.deps.ts';
import { carTypesRepository } from './car-types.repository.ts';
import { createDeleteCarType } from './delete-car-type.ts';
import { createEditCarType } from './edit-car-type.ts';

export type {
  CarTypeBookings,
  CarTypeDrivers,
  CarTypeRecurringBookings,
  CarTypeVehicles,
} from './car-types.ports.ts';

export interface CarTypesModuleDeps extends Omit<CarTypesDeps, 'newImageId' | 'invalidate'> {
  bus: Bus;
  newImageId?: () => string;
}

export interface CarTypesApi {
  carType(id: string): Promise<CarType | null>;
  /** All car types in creation order; cached until they change. */
  carTypes(): Promise<readonly CarType[]>;
  addCarTypes(tx: Tx, carTypes: readonly CarType[]): Promise<void>;
  /** Whether the car type exists; locks its row, so that it is not deleted until the transaction ends. */
  lockCarType(tx: Tx, id: string): Promise<boolean>;
}

export function createCarTypesModule(given: CarTypesModuleDeps): ServerModule & { api: CarTypesApi } {
  const cache = createCarTypesCache(carTypesRepository(given.db).all);
  subscribeOnEveryServer(given.bus, ['catalog.changed'], cache.invalidate);
  const deps = { newImageId: randomUUID, ...given, invalidate: cache.invalidate };
  const add = createAddCarType(deps);
  const edit = createEditCarType(deps);
  const remove = createDeleteCarType(deps);
  const setImage = createSetCarTypeImage(deps);
  const getImage = createGetCarTypeImage(deps);
  return {
    api: {
      carTypes: cache.get,
      carType: async (id) => (await cache.get()).find((one) => one.id === id) ?? null,
      async addCarTypes(tx, added) {
        await carTypesRepository(tx).addMissing(added);
        await appendEvent(tx, { name: 'catalog.changed', topics: ['catalog'], data: { what: 'cartypes' } });
      },
      lockCarType: (tx, id) => carTypesRepository(tx).lockExisting(id),
    },
    routes: [
      route(routes.getCarTypes, async () => ({ items: [...(await cache.get())] })),
      route(routes.addCarType, ({ body }) => add(body)),
      route(routes.editCarType, ({ params, body }) => edit(params.id, body)),
      route(routes.deleteCarType, ({ params }) => remove(params.id)),
      route(routes.setCarTypeImage, ({ params, upload }) => setImage(params.id, upload.bytes)),
      route(routes.getCarTypeImage, async ({ params, reply }) => {
        const { bytes } = await getImage(params.id);
        // The address is new with every picture, so that a cached response never becomes stale.
        reply.header('cache-control', 'public, max-age=31536000, immutable');
        return bytes;
      }),
    ],
    jobs: carTypeImageJobs(deps),
  };
}

function createCarTypesCache(read: () => Promise<CarType[]>) {
  let current: Promise<readonly CarType[]> | null = null;
  return {
    get(): Promise<readonly CarType[]> {
      if (current !== null) return current;
      const reading: Promise<readonly CarType[]> = read();
      current = reading;
      reading.catch(() => {
        if (current === reading) current = null;
      });
      return reading;
    },
    invalidate(): void {
      current = null;
    },
  };
}
