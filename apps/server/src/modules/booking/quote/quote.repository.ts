// The SQL of quotes: kept for ten minutes, removed afterwards.
import type { Queries } from '../../../kit/index.ts';
import type { BookingTables, NewQuote, Quote } from '../booking.tables.ts';

/** Lists and objects are written as JSON text, whatever the driver would make of them. */
const asRow = (quote: Quote): NewQuote => ({
  ...quote,
  pickup: JSON.stringify(quote.pickup),
  drop_point: JSON.stringify(quote.drop_point),
  waypoints: JSON.stringify(quote.waypoints),
  pricing: JSON.stringify(quote.pricing),
  parcel_type: quote.parcel_type && JSON.stringify(quote.parcel_type),
  option: quote.option && JSON.stringify(quote.option),
  breakdown: JSON.stringify(quote.breakdown),
});

export function quoteRepository(queries: Queries) {
  const db = queries.withTables<BookingTables>();
  return {
    async insert(quote: Quote): Promise<void> {
      await db.insertInto('quote').values(asRow(quote)).execute();
    },

    find(id: string): Promise<Quote | undefined> {
      return db.selectFrom('quote').selectAll().where('id', '=', id).executeTakeFirst();
    },

    async removeExpired(before: number): Promise<void> {
      await db.deleteFrom('quote').where('expires_at', '<', before).execute();
    },
  };
}
