// A quote that somebody may still change: their own, not expired, not booked yet.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { PricedTrip } from '../../promos/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingRepository } from '../booking.repository.ts';
import type { Quote } from '../booking.tables.ts';
import { quoteRepository } from './quote.repository.ts';

type Deps = Pick<BookingDeps, 'db' | 'clock' | 'settings'>;

/**
 * Who asked for a price before signing in finds it afterwards: a quote made for nobody is anybody's who knows its id.
 * Throws `not_found` for a foreign one as for none, and `quote_expired` once it is too old, booked, or of the time
 * before the decimals of amounts were changed.
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

/** The trip as promos are weighed for it: riders book for themselves, admins for the rider they name. */
export const tripOf = (quote: Quote, actor: Actor, rider: string | undefined): PricedTrip => ({
  rider: actor.usertype === 'admin' ? (rider ?? null) : actor.uid,
  trip_cost: quote.trip_cost,
  decimals: quote.pricing.decimals,
});
