// "editPromo Update": the promo as it is to be; whoever booked with it keeps what was granted.
import type { Promo, PromoInput } from '@kerb/domain/fare';
import { DomainError } from '@kerb/domain/kernel';
import type { PromosDeps } from './promos.deps.ts';
import { tellPromosChanged } from './promos.events.ts';
import { guardCriticalEdits } from './promos.policy.ts';
import { promosRepository } from './promos.repository.ts';
import { refuseTakenName } from './refuse-taken-name.ts';

/** The count of uses stays. Throws `demo_mode`, `not_found`, `name_taken`. */
export function createEditPromo({ withTx, settings }: Pick<PromosDeps, 'withTx' | 'settings'>) {
  return async (id: string, input: PromoInput): Promise<Promo> => {
    guardCriticalEdits(await settings.get());
    return refuseTakenName(() =>
      withTx(async (tx) => {
        const promo = await promosRepository(tx).update(id, input);
        if (!promo) throw new DomainError('not_found');
        await tellPromosChanged(tx);
        return promo;
      }),
    );
  };
}
