// The SQL of quotes: valid for ten minutes, removed afterwards.
import type { LatLng } from '@kerb/domain/geo';
import { ZERO } from '@kerb/domain/kernel';
import type { Queries } from '../../../kit/index.ts';
import type { BookingTables, NewQuote, Quote } from './booking.tables.ts';

export type QuotePromo = Pick<Quote, 'promo' | 'promo_details' | 'promo_terms' | 'discount_amount'>;

export const withoutPromo: QuotePromo = {
  promo: null,
  promo_details: null,
  promo_terms: null,
  discount_amount: ZERO,
};

const asPromoRow = ({ promo, promo_details, promo_terms, discount_amount }: QuotePromo) => ({
  promo,
  discount_amount,
  promo_details: promo_details && JSON.stringify(promo_details),
  promo_terms: promo_terms && JSON.stringify(promo_terms),
});

/** Arrays and objects are passed as JSON text: pg would send an array as a PostgreSQL array. */
const asRow = (quote: Quote): NewQuote => ({
  ...quote,
  pickup: JSON.stringify(quote.pickup),
  drop_point: JSON.stringify(quote.drop_point),
  waypoints: JSON.stringify(quote.waypoints),
  pricing: JSON.stringify(quote.pricing),
  parcel_type: quote.parcel_type && JSON.stringify(quote.parcel_type),
  option: quote.option && JSON.stringify(quote.option),
  breakdown: JSON.stringify(quote.breakdown),
  ...asPromoRow(quote),
});

export function quoteRepository(queries: Queries) {
  const db = queries.withTables<BookingTables>();
  return {
    async insert(quote: Quote): Promise<void> {
      await db.insertInto('quotes').values(asRow(quote)).execute();
    },

    find(id: string): Promise<Quote | undefined> {
      return db.selectFrom('quotes').selectAll().where('id', '=', id).executeTakeFirst();
    },

    /** Sets the promo and makes `owner` the quote's owner; undefined for another user's quote. */
    setPromo(id: string, owner: string, promo: QuotePromo): Promise<Quote | undefined> {
      return db
        .updateTable('quotes')
        .set({ ...asPromoRow(promo), made_for: owner })
        .where('id', '=', id)
        .where((where) => where.or([where('made_for', 'is', null), where('made_for', '=', owner)]))
        .returningAll()
        .executeTakeFirst();
    },

    /**
     * The pickups of estimates for now that are still valid, made by users who were signed in; the newest first.
     */
    async openSearches(now: number, limit: number): Promise<{ rider: string; pickup: LatLng }[]> {
      const rows = await db
        .selectFrom('quotes')
        .select(['made_for', 'pickup'])
        .where('expires_at', '>', now)
        .where('made_for', 'is not', null)
        .where('departs_at', 'is', null)
        .orderBy('expires_at', 'desc')
        .limit(limit)
        .execute();
      return rows.flatMap(({ made_for, pickup }) => (made_for === null ? [] : [{ rider: made_for, pickup }]));
    },

    async removeExpired(before: number): Promise<void> {
      await db.deleteFrom('quotes').where('expires_at', '<', before).execute();
    },
  };
}
