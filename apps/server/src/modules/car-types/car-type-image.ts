// Pictures of car types: stored re-encoded at a small size with their transparency; every upload gets a new address.
import type { CarType } from '@kerb/domain/fleet';
import { DomainError } from '@kerb/domain/kernel';
import { z } from 'zod';
import { addJob, type JobHandlers, type Tx } from '../../kit/index.ts';
import type { StoredFile } from '../../ports/storage.ts';
import { type CarTypesDeps, editable, publishCatalogChange, publishImageRemoved } from './car-types.deps.ts';
import { carTypesRepository } from './car-types.repository.ts';

/** Longest edge in pixels: sharp at the largest size the apps show, and only a few kilobytes to download. */
const MAX_EDGE = 512;
/** Upper bound for the duration of an upload, in ms; the clean-up job runs after it. */
const UPLOAD_ENDS_MS = 10 * 60_000;
const FORGET_IMAGE_JOB = 'fleet.forget-car-image';

const imageJob = z.object({ carType: z.uuid(), id: z.uuid() });
const keyOf = (carType: string, id: string): string => `cars/${carType}/${id}.webp`;
const addressOf = (id: string): string => `/api/v1/car-images/${id}`;

/** Schedules a job that deletes the file of a picture, unless the picture is in use when the job runs. */
const scheduleImageRemoval = (tx: Tx, carType: string, id: string, runAt?: number): Promise<void> =>
  addJob(
    tx,
    FORGET_IMAGE_JOB,
    { carType, id },
    { jobKey: `${FORGET_IMAGE_JOB}:${id}`, ...(runAt === undefined ? {} : { runAt }) },
  );

/** Replaces the picture of a car type by `image`, or removes it when null; the old file is deleted after the commit. */
async function replace(tx: Tx, carType: string, image: string | null, now: number): Promise<void> {
  const old = await carTypesRepository(tx).replaceImage(carType, image, now);
  if (old === null) return;
  await scheduleImageRemoval(tx, carType, old);
  await publishImageRemoved(tx, carType);
}

export const dropImage = (tx: Tx, carType: string, now: number): Promise<void> =>
  replace(tx, carType, null, now);

/** Throws `demo_mode`, `not_found`, `image_unreadable` and `image_too_large`; the previous picture stays then. */
export function createSetCarTypeImage(deps: CarTypesDeps) {
  const { db, withTx, clock, images, storage, newImageId } = deps;
  return async function setCarTypeImage(carType: string, bytes: Buffer): Promise<CarType> {
    await editable(deps);
    if (!(await carTypesRepository(db).lockExisting(carType))) throw new DomainError('not_found');
    const file = await images.reencode(bytes, { maxEdge: MAX_EDGE });
    const id = newImageId();
    // The clean-up job is added before the upload, so that a file whose transaction never commits is deleted too.
    await withTx((tx) => scheduleImageRemoval(tx, carType, id, clock.now() + UPLOAD_ENDS_MS), {
      prepares: true,
    });
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
    deps.invalidate();
    return changed;
  };
}

/** Throws `not_found` for an address that is not the current picture of any car type. */
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
