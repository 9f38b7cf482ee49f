// Use case "editCarType Add": adds a car type at the end of the list.
import { type CarType, type CarTypeInput, carTypeInputFor, isUploadedPicture } from '@kerb/domain/fleet';
import { DomainError } from '@kerb/domain/kernel';
import { violatesUnique } from '../../kit/index.ts';
import { bySlab, type CarTypesDeps, editable, publishCatalogChange } from './car-types.deps.ts';
import { carTypesRepository } from './car-types.repository.ts';
import { assertKnownLanguages, assertOwnNames } from './check-translations.ts';

/** Far above what an operator needs; the list has no paging, so its length is bounded. */
const MAX_CAR_TYPES = 100;

/** Maps a violation of the unique name index, which ignores letter case, to `name_taken`. */
export function asNameTaken(error: unknown): unknown {
  return violatesUnique(error, 'car_types_name_key') ? new DomainError('name_taken') : error;
}

/** Error for an uploaded picture that belongs to another car type: its address cannot be shared. */
export const pictureOfOtherType = () =>
  new DomainError('invalid_input', undefined, [{ path: 'image', message: 'Upload the picture' }]);

/** Throws `demo_mode`, `name_taken`, a validation error, and `conflict` when there are too many. */
export function createAddCarType(deps: CarTypesDeps) {
  const { withTx, clock, ids } = deps;
  return async function addCarType(fields: CarTypeInput): Promise<CarType> {
    const { decimal } = await editable(deps);
    const input = carTypeInputFor(decimal).parse(fields);
    if (isUploadedPicture(input.image)) throw pictureOfOtherType();
    await assertKnownLanguages(deps, input, null);
    const carType: CarType = bySlab({ ...input, id: ids.next(), createdAt: clock.now(), version: 1 });
    await withTx(async (tx) => {
      const carTypes = carTypesRepository(tx);
      await carTypes.lockNames();
      const others = await carTypes.all();
      if (others.length >= MAX_CAR_TYPES)
        throw new DomainError('conflict', `There are ${MAX_CAR_TYPES} car types; delete one first`);
      assertOwnNames(input, others);
      await carTypes.insert(carType);
      await publishCatalogChange(tx);
    }).catch((error: unknown) => {
      throw asNameTaken(error);
    });
    deps.invalidate();
    return carType;
  };
}
