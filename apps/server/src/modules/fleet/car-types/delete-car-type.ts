// "editCarType Delete": only what nobody drives and nobody waits for.
import { DomainError } from '@kerb/domain/kernel';
import type { Tx } from '../../../kit/index.ts';
import { driversRepository } from '../drivers.repository.ts';
import { dropImage } from './car-type-image.ts';
import { type CarTypesDeps, editable, tellChange } from './car-types.deps.ts';
import { carTypesRepository } from './car-types.repository.ts';

/** So many who once had it, and not one of them drives now: nobody's fleet is so. */
const MOST_LOOKED_AT = 1000;

/**
 * Holding the row keeps it from whoever would get or book it meanwhile: they come before, and are seen here, or
 * after, and find it gone. Throws `demo_mode`, `not_found` and `in_use`.
 */
export function createDeleteCarType(deps: CarTypesDeps) {
  const { withTx, clock, identity, isCarTypeAwaited } = deps;

  /** Deleted people and those of another role now do not hold on to the type they had. */
  async function isDriven(tx: Tx, id: string): Promise<boolean> {
    const uids = await driversRepository(tx).ofCarType(id, MOST_LOOKED_AT);
    const users = await identity.usersOf(uids);
    return uids.length === MOST_LOOKED_AT || uids.some((uid) => users.get(uid)?.usertype === 'driver');
  }

  return async (id: string): Promise<void> => {
    await editable(deps);
    await withTx(async (tx) => {
      const carTypes = carTypesRepository(tx);
      if (!(await carTypes.findForUpdate(id))) throw new DomainError('not_found');
      if ((await isDriven(tx, id)) || (await isCarTypeAwaited(tx, id))) throw new DomainError('in_use');
      await driversRepository(tx).forgetCarType(id);
      await dropImage(tx, id, clock.now());
      await carTypes.remove(id);
      await tellChange(tx);
    });
    deps.forget();
  };
}
