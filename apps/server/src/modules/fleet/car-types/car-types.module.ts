// Everything of car types that the fleet hands on: their routes, and the job that removes pictures nobody shows.
import { randomUUID } from 'node:crypto';
import { routes } from '@kerb/contract';
import type { CarType } from '@kerb/domain/fleet';
import { route, type ServerModule } from '../../../kit/index.ts';
import { createAddCarType } from './add-car-type.ts';
import { carTypeImageJobs, createGetCarTypeImage, createSetCarTypeImage } from './car-type-image.ts';
import type { CarTypesDeps } from './car-types.deps.ts';
import { createDeleteCarType } from './delete-car-type.ts';
import { createEditCarType } from './edit-car-type.ts';

export type CarTypesPartDeps = Omit<CarTypesDeps, 'newImageId'> &
  Partial<Pick<CarTypesDeps, 'newImageId'>> & {
    /** In the order they were made. */
    carTypes: () => Promise<readonly CarType[]>;
  };

export function createCarTypesPart(given: CarTypesPartDeps): ServerModule {
  const deps = { newImageId: randomUUID, ...given };
  const [add, edit, remove] = [createAddCarType(deps), createEditCarType(deps), createDeleteCarType(deps)];
  const [setImage, getImage] = [createSetCarTypeImage(deps), createGetCarTypeImage(deps)];
  return {
    routes: [
      route(routes.getCarTypes, async () => ({ items: [...(await deps.carTypes())] })),
      route(routes.addCarType, ({ body }) => add(body)),
      route(routes.editCarType, ({ params, body }) => edit(params.id, body)),
      route(routes.deleteCarType, ({ params }) => remove(params.id)),
      route(routes.setCarTypeImage, ({ params, upload }) => setImage(params.id, upload.bytes)),
      route(routes.getCarTypeImage, async ({ params, reply }) => {
        const { bytes } = await getImage(params.id);
        // The address is new with every picture, so that what is there never changes.
        reply.header('cache-control', 'public, max-age=31536000, immutable');
        return bytes;
      }),
    ],
    jobs: carTypeImageJobs(deps),
  };
}
