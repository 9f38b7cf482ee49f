// Lists the ratings a user received, newest first: a driver's by riders, a rider's by drivers.
import type { RatingEntry } from '@kerb/contract';
import { idCursor, type Queries } from '../../../kit/index.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord } from '../store/booking.tables.ts';

/** Presents a rating: stars, first name of the rater and comment. */
function ratingIn(booking: BookingRecord, as: 'driver' | 'customer') {
  const [rate, name, comment] =
    as === 'driver'
      ? [booking.rating, booking.customer_name, booking.rating_comment]
      : [booking.rider_rating, booking.driver_name, booking.rider_rating_comment];
  return rate === null ? null : { rate, user: name?.split(' ')[0] ?? '', comment: comment ?? '' };
}

function presentRating(booking: BookingRecord, person: string): RatingEntry[] {
  const rating = ratingIn(booking, booking.driver === person ? 'driver' : 'customer');
  if (rating === null) return [];
  const { id, reference, paid_at, trip_end_time, booking_date } = booking;
  return [{ booking: id, reference, at: paid_at ?? trip_end_time ?? booking_date, ...rating }];
}

/** Throws `invalid_input` for a cursor that this list did not issue. */
export function createListRatings({ db }: { db: Queries }) {
  return async function listRatings(
    person: string,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<{ items: RatingEntry[]; nextCursor: string | null }> {
    const bookings = bookingRepository(db);
    const next = { limit: limit + 1, before: idCursor(cursor) };
    const [driven, ridden] = await Promise.all([
      bookings.rated(person, 'driver', next),
      bookings.rated(person, 'customer', next),
    ]);
    // Ids are UUIDv7: sorted by time.
    const rows = [...driven, ...ridden].sort((a, b) => (a.id < b.id ? 1 : -1));
    const page = rows.slice(0, limit);
    return {
      items: page.flatMap((booking) => presentRating(booking, person)),
      nextCursor: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
    };
  };
}
