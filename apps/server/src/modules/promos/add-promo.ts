// "editPromo Add": a promo that riders may use from now on.
import type { Promo, PromoInput } from '@kerb/domain/fare';
import type { PromosDeps } from './promos.deps.ts';
import { tellPromosChanged } from './promos.events.ts';
import { promosRepository } from './promos.repository.ts';
import { refuseTakenName } from './refuse-taken-name.ts';

/** Throws `name_taken`, also for the later of two who choose the same name at once. */
export function createAddPromo({ withTx, clock, ids }: Pick<PromosDeps, 'withTx' | 'clock' | 'ids'>) {
  return (input: PromoInput): Promise<Promo> =>
    refuseTakenName(() =>
      withTx(async (tx) => {
        const promo = await promosRepository(tx).insert(ids.next(), input, clock.now());
        await tellPromosChanged(tx);
        return promo;
      }),
    );
}
