// The picture of a car type: stored small, with its transparency, at an address that is new with every upload.
import type { CarType } from '@kerb/domain/fleet';
import { DomainError } from '@kerb/domain/kernel';
import { z } from 'zod';
import { addJob, type JobHandlers, type Tx } from '../../kit/index.ts';
import type { StoredFile } from '../../ports/storage.ts';
import { type CarTypesDeps, editable, publishCatalogChange, publishImageRemoved } from './car-types.deps.ts';
import { carTypesRepository } from './car-types.repository.ts';

/** Longest edge in pixels: sharp where it is shown largest, a few kilobytes on the wire. */
const MAX_EDGE = 512;
/** An upload is over long before this. */
const UPLOAD_ENDS_MS = 10 * 60_000;
const FORGET_IMAGE_JOB = 'fleet.forget-car-image';

const imageJob = z.object({ carType: z.uuid(), id: z.uuid() });
const keyOf = (carType: string, id: string): string => `cars/${carType}/${id}.webp`;
const addressOf = (id: string): string => `/api/v1/car-images/${id}`;

/** Removes the file of a picture that is not in use when the job runs. */
const forgetImage = (tx: Tx, carType: string, id: string, runAt?: number): Promise<void> =>
  addJob(
    tx,
    FORGET_IMAGE_JOB,
    { carType, id },
    { jobKey: `${FORGET_IMAGE_JOB}:${id}`, ...(runAt === undefined ? {} : { runAt }) },
  );

/** Puts an uploaded picture, or none, in the place of the one there was, whose file goes after the commit. */
async function replace(tx: Tx, carType: string, image: string | null, now: number): Promise<void> {
  const old = await carTypesRepository(tx).replaceImage(carType, image, now);
  if (old === null) return;
  await forgetImage(tx, carType, old);
  await publishImageRemoved(tx, carType);
}

export const dropImage = (tx: Tx, carType: string, now: number): Promise<void> =>
  replace(tx, carType, null, now);

/** Throws `demo_mode`, `not_found`, `image_unreadable` and `image_too_large`; the picture there was stays then. */
export function createSetCarTypeImage(deps: CarTypesDeps) {
  const { db, withTx, clock, images, storage, newImageId } = deps;
  return async function setCarTypeImage(carType: string, bytes: Buffer): Promise<CarType> {
    await editable(deps);
    if (!(await carTypesRepository(db).holdPresent(carType))) throw new DomainError('not_found');
    const file = await images.reencode(bytes, { maxEdge: MAX_EDGE });
    const id = newImageId();
    // Planned first: a file that no commit follows is removed all the same.
    await withTx((tx) => forgetImage(tx, carType, id, clock.now() + UPLOAD_ENDS_MS), { prepares: true });
    await storage.put(keyOf(carType, id), file);
    const changed = await withTx(async (tx) => {
      const carTypes = carTypesRepository(tx);
      const before = await carTypes.findForUpdate(carType);
      if (!before) throw new DomainError('not_found');
      await replace(tx, carType, id, clock.now());
      const after = await carTypes.update(carType, { ...before, image: addressOf(id) });
      await publishCatalogChange(tx);
      return after;
    });
    deps.forget();
    return changed;
  };
}

/** Throws `not_found` for an address that no car type's picture has (any more). */
export function createGetCarTypeImage({ db, storage }: Pick<CarTypesDeps, 'db' | 'storage'>) {
  return async function getCarTypeImage(id: string): Promise<StoredFile> {
    const carType = await carTypesRepository(db).ownerOfImage(id);
    const file = carType && (await storage.get(keyOf(carType, id)));
    if (!file) throw new DomainError('not_found');
    return file;
  };
}

export const carTypeImageJobs = ({ db, storage }: Pick<CarTypesDeps, 'db' | 'storage'>): JobHandlers => ({
  [FORGET_IMAGE_JOB]: async (payload) => {
    const { carType, id } = imageJob.parse(payload);
    if ((await carTypesRepository(db).ownerOfImage(id)) === null) await storage.remove(keyOf(carType, id));
  },
});
