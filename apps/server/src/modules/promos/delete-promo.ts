// "editPromo Delete": nobody can use the promo any more; whoever booked with it keeps the discount.
import { DomainError } from '@kerb/domain/kernel';
import type { PromosDeps } from './promos.deps.ts';
import { tellPromosChanged } from './promos.events.ts';
import { guardCriticalEdits } from './promos.policy.ts';
import { promosRepository } from './promos.repository.ts';

/** Throws `demo_mode`, `not_found`. */
export function createDeletePromo({ withTx, settings }: Pick<PromosDeps, 'withTx' | 'settings'>) {
  return async (id: string): Promise<void> => {
    guardCriticalEdits(await settings.get());
    await withTx(async (tx) => {
      if (!(await promosRepository(tx).remove(id))) throw new DomainError('not_found');
      await tellPromosChanged(tx);
    });
  };
}
