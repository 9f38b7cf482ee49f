// The ratings a person was given, one a booking, newest first: a driver's by riders, a rider's by drivers.
import type { RatingEntry } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { Queries } from '../../../kit/index.ts';
import { bookingRepository } from '../booking.repository.ts';
import type { BookingRecord } from '../booking.tables.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Who rated, by first name, with what and why. */
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

/** Throws `invalid_input` for a cursor that this list has not given. */
export function createListRatings({ db }: { db: Queries }) {
  return async (
    person: string,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<{ items: RatingEntry[]; nextCursor: string | null }> => {
    if (cursor !== undefined && !UUID.test(cursor))
      throw new DomainError('invalid_input', 'This cursor was not given by this list');
    const bookings = bookingRepository(db);
    const next = { limit: limit + 1, before: cursor };
    const [driven, ridden] = await Promise.all([
      bookings.rated(person, 'driver', next),
      bookings.rated(person, 'customer', next),
    ]);
    // Ids are in the order of time.
    const rows = [...driven, ...ridden].sort((a, b) => (a.id < b.id ? 1 : -1));
    const page = rows.slice(0, limit);
    return {
      items: page.flatMap((booking) => presentRating(booking, person)),
      nextCursor: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
    };
  };
}
