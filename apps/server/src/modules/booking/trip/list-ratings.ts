// The ratings a driver was given, one a booking, newest first.
import type { RatingEntry } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { Queries } from '../../../kit/index.ts';
import { bookingRepository } from '../booking.repository.ts';
import type { BookingRecord } from '../booking.tables.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const presentRating = (booking: BookingRecord): RatingEntry[] =>
  booking.rating === null
    ? []
    : [
        {
          booking: booking.id,
          reference: booking.reference,
          at: booking.paid_at ?? booking.trip_end_time ?? booking.booking_date,
          rate: booking.rating,
          user: booking.customer_name.split(' ')[0] ?? '',
          comment: booking.rating_comment ?? '',
        },
      ];

/** Throws `invalid_input` for a cursor that this list has not given. */
export function createListRatings({ db }: { db: Queries }) {
  return async (
    driver: string,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<{ items: RatingEntry[]; nextCursor: string | null }> => {
    if (cursor !== undefined && !UUID.test(cursor))
      throw new DomainError('invalid_input', 'This cursor was not given by this list');
    const rows = await bookingRepository(db).rated(driver, { limit: limit + 1, before: cursor });
    const page = rows.slice(0, limit);
    return {
      items: page.flatMap(presentRating),
      nextCursor: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
    };
  };
}
