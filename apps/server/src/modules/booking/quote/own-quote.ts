// Loads a quote that the caller may still change: their own, not expired, not booked.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { PricedTrip } from '../../promos/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { Quote } from '../store/booking.tables.ts';
import { quoteRepository } from '../store/quote.repository.ts';

type Deps = Pick<BookingDeps, 'db' | 'clock' | 'settings'>;

/**
 * A quote requested before signing in has no owner and is open to any caller who knows its id. Throws `not_found` for
 * a missing or another user's quote, and `quote_expired` for one that has expired, was booked, or was priced with
 * other currency decimals.
 */
export async function ownQuote({ db, clock, settings }: Deps, actor: Actor, id: string): Promise<Quote> {
  const quote = await quoteRepository(db).find(id);
  if (!quote || (quote.made_for !== null && quote.made_for !== actor.uid)) throw new DomainError('not_found');
  const { decimal } = await settings.get();
  if (quote.expires_at <= clock.now() || quote.pricing.decimals !== decimal)
    throw new DomainError('quote_expired');
  if (await bookingRepository(db).findByQuote(id))
    throw new DomainError('quote_expired', 'This estimate has been booked');
  return quote;
}

/** The input for promo checks: riders book for themselves, admins for the rider they name. */
export const tripOf = (quote: Quote, actor: Actor, rider: string | undefined): PricedTrip => ({
  rider: actor.usertype === 'admin' ? (rider ?? null) : actor.uid,
  trip_cost: quote.trip_cost,
  decimals: quote.pricing.decimals,
});
