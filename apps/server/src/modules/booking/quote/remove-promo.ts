// "Remove the promo": the quote costs what it did before; one without a promo stays as it is.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import type { Quote } from '../booking.tables.ts';
import { ownQuote } from './own-quote.ts';
import { quoteRepository, withoutPromo } from './quote.repository.ts';

/** Throws what ownQuote does. */
export function createRemovePromo(deps: Pick<BookingDeps, 'db' | 'clock' | 'settings'>) {
  return async (actor: Actor, id: string): Promise<Quote> => {
    await ownQuote(deps, actor, id);
    const changed = await quoteRepository(deps.db).setPromo(id, actor.uid, withoutPromo);
    if (!changed) throw new DomainError('not_found');
    return changed;
  };
}
