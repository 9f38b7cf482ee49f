// Use cases "editPromo" Add, Update and Delete for admins. Bookings made with a promo keep their discount.
import type { Promo, PromoInput, PromoUpdate } from '@kerb/domain/fare';
import { DomainError } from '@kerb/domain/kernel';
import { appendEvent, type Tx, violatesUnique } from '../../kit/index.ts';
import type { PromosDeps } from './promos.deps.ts';
import { guardCriticalEdits } from './promos.policy.ts';
import { promosRepository } from './promos.repository.ts';

/** Publishes that the promos changed, so that open catalogue pages reload them. */
const publishPromosChanged = (tx: Tx): Promise<unknown> =>
  appendEvent(tx, { name: 'catalog.changed', topics: ['catalog'], data: { what: 'promos' } });

/** Throws `name_taken` when the work stores the name of another promo. */
async function withUniqueName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (violatesUnique(error, 'promo_name_once')) throw new DomainError('name_taken');
    throw error;
  }
}

/** Throws `name_taken`, also for the later of two requests that choose the same name at once. */
export function createAddPromo({ withTx, clock, ids }: Pick<PromosDeps, 'withTx' | 'clock' | 'ids'>) {
  return function addPromo(input: PromoInput): Promise<Promo> {
    return withUniqueName(() =>
      withTx(async (tx) => {
        const promo = await promosRepository(tx).insert(ids.next(), input, clock.now());
        await publishPromosChanged(tx);
        return promo;
      }),
    );
  };
}

/**
 * Leaves the count of uses unchanged. Throws `demo_mode`, `not_found`, `name_taken`, and `conflict` when another admin
 * has changed the promo since `version`.
 */
export function createEditPromo({ withTx, settings }: Pick<PromosDeps, 'withTx' | 'settings'>) {
  return async function editPromo(id: string, update: PromoUpdate): Promise<Promo> {
    guardCriticalEdits(await settings.get());
    return withUniqueName(() =>
      withTx(async (tx) => {
        const promos = promosRepository(tx);
        const promo = await promos.update(id, update);
        if (!promo) throw new DomainError((await promos.find({ id })) ? 'conflict' : 'not_found');
        await publishPromosChanged(tx);
        return promo;
      }),
    );
  };
}

/** Throws `demo_mode`, `not_found`. */
export function createDeletePromo({ withTx, settings }: Pick<PromosDeps, 'withTx' | 'settings'>) {
  return async function deletePromo(id: string): Promise<void> {
    guardCriticalEdits(await settings.get());
    await withTx(async (tx) => {
      if (!(await promosRepository(tx).remove(id))) throw new DomainError('not_found');
      await publishPromosChanged(tx);
    });
  };
}
