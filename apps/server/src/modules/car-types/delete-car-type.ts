// Use case "editCarType Delete": deletes a car type that no driver, shared vehicle or open booking needs.
import { DomainError } from '@kerb/domain/kernel';
import { dropImage } from './car-type-image.ts';
import { type CarTypesDeps, editable, publishCatalogChange } from './car-types.deps.ts';
import { carTypesRepository } from './car-types.repository.ts';

/**
 * Locks the row, so that a concurrent transaction that assigns or books the car type either commits first and is
 * detected here, or runs afterwards and finds the car type deleted. Throws `demo_mode`, `not_found` and `in_use`.
 */
export function createDeleteCarType(deps: CarTypesDeps) {
  const { withTx, clock, drivers, vehicles, bookings } = deps;

  return async function deleteCarType(id: string): Promise<void> {
    await editable(deps);
    await withTx(async (tx) => {
      const carTypes = carTypesRepository(tx);
      if (!(await carTypes.findForUpdate(id))) throw new DomainError('not_found');
      if (await drivers.isCarTypeAssigned(tx, id)) throw new DomainError('in_use');
      if (await vehicles.isCarTypeNeeded(tx, id)) throw new DomainError('in_use');
      if (await bookings.isCarTypeInUse(tx, id)) throw new DomainError('in_use');
      await drivers.unassignCarType(tx, id);
      await dropImage(tx, id, clock.now());
      await carTypes.remove(id);
      await publishCatalogChange(tx);
    });
    deps.invalidate();
  };
}
