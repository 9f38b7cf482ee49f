// "Remove the promo": restores the quote's full price; does nothing to a quote without a promo.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import type { Quote } from '../store/booking.tables.ts';
import { quoteRepository, withoutPromo } from '../store/quote.repository.ts';
import { ownQuote } from './own-quote.ts';

/** Throws the errors of ownQuote. */
export function createRemovePromo(deps: Pick<BookingDeps, 'db' | 'clock' | 'settings'>) {
  return async function removePromo(actor: Actor, id: string): Promise<Quote> {
    await ownQuote(deps, actor, id);
    const changed = await quoteRepository(deps.db).setPromo(id, actor.uid, withoutPromo);
    if (!changed) throw new DomainError('not_found');
    return changed;
  };
}
