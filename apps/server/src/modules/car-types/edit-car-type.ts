// Use case "editCarType Update": replaces a car type, with a version check against concurrent edits.
import { type CarType, type CarTypeUpdate, carTypeInputFor, isUploadedPicture } from '@kerb/domain/fleet';
import { DomainError } from '@kerb/domain/kernel';
import { asNameTaken, pictureOfOtherType } from './add-car-type.ts';
import { dropImage } from './car-type-image.ts';
import { bySlab, type CarTypesDeps, editable, publishCatalogChange } from './car-types.deps.ts';
import type { RenamedChoice } from './car-types.ports.ts';
import { carTypesRepository } from './car-types.repository.ts';
import { assertKnownLanguages, assertOwnNames } from './check-translations.ts';

type Choices = Pick<CarType, RenamedChoice['list']>;

/**
 * Entries whose description was replaced by a new one at the same index of a list of the same length. In a list of
 * another length, or with reordered entries, no entry is known to continue a former one.
 */
const renamedChoices = (before: Choices, after: Choices): RenamedChoice[] =>
  (['parcelTypes', 'options'] as const).flatMap((list) => {
    const former = before[list].map(({ description }) => description);
    const current = after[list].map(({ description }) => description);
    if (former.length !== current.length) return [];
    return current.flatMap((to, index) => {
      const from = former[index];
      return from === undefined || current.includes(from) || former.includes(to) ? [] : [{ list, from, to }];
    });
  });

/**
 * Existing quotes and bookings keep their prices. Throws `demo_mode`, `not_found`, `name_taken`, a validation error,
 * and `conflict` when another admin has changed the car type since `version`.
 */
export function createEditCarType(deps: CarTypesDeps) {
  const { withTx, clock, recurringBookings } = deps;
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
      await recurringBookings.renameChoices(tx, id, renamedChoices(before, after));
      await publishCatalogChange(tx);
      return after;
    }).catch((error: unknown) => {
      throw asNameTaken(error);
    });
    deps.invalidate();
    return edited;
  };
}
