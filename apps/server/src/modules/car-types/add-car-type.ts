// "editCarType Add": a new car type, last in the list.
import { type CarType, type CarTypeInput, carTypeInputFor, isUploadedPicture } from '@kerb/domain/fleet';
import { DomainError } from '@kerb/domain/kernel';
import { violatesUnique } from '../../kit/index.ts';
import { bySlab, type CarTypesDeps, editable, publishCatalogChange } from './car-types.deps.ts';
import { carTypesRepository } from './car-types.repository.ts';
import { assertKnownLanguages, assertOwnNames } from './check-translations.ts';

/** More than a rider can choose from; the list, which is read whole, stays one page. */
const MOST_CAR_TYPES = 100;

/** Letter case makes no other name. */
export function asNameTaken(error: unknown): unknown {
  return violatesUnique(error, 'car_types_name_key') ? new DomainError('name_taken') : error;
}

/** An uploaded picture belongs to one car type: its address cannot be assigned to another one. */
export const foreignPicture = () =>
  new DomainError('invalid_input', undefined, [{ path: 'image', message: 'Upload the picture' }]);

/** Throws `demo_mode`, `name_taken`, a validation error, and `conflict` when there are too many. */
export function createAddCarType(deps: CarTypesDeps) {
  const { withTx, clock, ids } = deps;
  return async function addCarType(given: CarTypeInput): Promise<CarType> {
    const { decimal } = await editable(deps);
    const input = carTypeInputFor(decimal).parse(given);
    if (isUploadedPicture(input.image)) throw foreignPicture();
    await assertKnownLanguages(deps, input, null);
    const carType: CarType = bySlab({ ...input, id: ids.next(), createdAt: clock.now(), version: 1 });
    await withTx(async (tx) => {
      const carTypes = carTypesRepository(tx);
      await carTypes.holdNames();
      const others = await carTypes.all();
      if (others.length >= MOST_CAR_TYPES)
        throw new DomainError('conflict', `There are ${MOST_CAR_TYPES} car types; delete one first`);
      assertOwnNames(input, others);
      await carTypes.insert(carType);
      await publishCatalogChange(tx);
    }).catch((error: unknown) => {
      throw asNameTaken(error);
    });
    deps.forget();
    return carType;
  };
}
