// Use case "editCarType Update": replaces a car type, with a version check against concurrent edits.
import { type CarType, type CarTypeUpdate, carTypeInputFor, isUploadedPicture } from '@kerb/domain/fleet';
import { DomainError } from '@kerb/domain/kernel';
import { asNameTaken, pictureOfOtherType } from './add-car-type.ts';
import { dropImage } from './car-type-image.ts';
import { bySlab, type CarTypesDeps, editable, publishCatalogChange } from './car-types.deps.ts';
import { carTypesRepository } from './car-types.repository.ts';
import { assertKnownLanguages, assertOwnNames } from './check-translations.ts';

/**
 * Existing quotes and bookings keep their prices. Throws `demo_mode`, `not_found`, `name_taken`, a validation error,
 * and `conflict` when another admin has changed the car type since `version`.
 */
export function createEditCarType(deps: CarTypesDeps) {
  const { withTx, clock } = deps;
  return async function editCarType(id: string, { version, ...given }: CarTypeUpdate): Promise<CarType> {
    const { decimal } = await editable(deps);
    const input = bySlab(carTypeInputFor(decimal).parse(given));
    const edited = await withTx(async (tx) => {
      const carTypes = carTypesRepository(tx);
      await carTypes.lockNames();
      const before = await carTypes.findForUpdate(id);
      if (!before) throw new DomainError('not_found');
      if (before.version !== version) throw new DomainError('conflict');
      await assertKnownLanguages(deps, input, before);
      assertOwnNames(
        input,
        (await carTypes.all()).filter((other) => other.id !== id),
      );
      if (input.image !== before.image) {
        if (isUploadedPicture(input.image)) throw pictureOfOtherType();
        await dropImage(tx, id, clock.now());
      }
      const after = await carTypes.update(id, input);
      await publishCatalogChange(tx);
      return after;
    }).catch((error: unknown) => {
      throw asNameTaken(error);
    });
    deps.invalidate();
    return edited;
  };
}
