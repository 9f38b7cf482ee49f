// Lists fare reviews for admins, page by page.
import type { FareReviewRow } from '@kerb/contract';
import { z } from 'zod';
import { readCursor, writeCursor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { distanceIn, distanceUnitOf } from '../present/booking.presenter.ts';
import { presentFareReview } from '../present/fare-review.presenter.ts';
import {
  fareReviewRepository,
  type ReviewedBooking,
  type ReviewPage,
} from '../store/fare-review.repository.ts';

function presentRow(row: ReviewedBooking): FareReviewRow {
  return {
    ...presentFareReview(row, row.pricing.decimals),
    booking: row.booking,
    reference: row.reference,
    bookingStatus: row.booking_status,
    customer: row.customer,
    customer_name: row.customer_name,
    driver: row.driver,
    driver_name: row.driver_name,
    pickupAddress: row.pickup.add,
    dropAddress: row.drop_point.add,
    estimateDistance: distanceIn(row.estimate_distance_km, row),
    distance: row.distance_km === null ? null : distanceIn(row.distance_km, row),
    distanceUnit: distanceUnitOf(row),
    estimateTime: row.estimate_time_secs,
    total_trip_time: row.total_trip_time,
    meterMethod: row.meter_method,
  };
}

const cursorShape = z.tuple([z.literal('fare-reviews'), z.int(), z.uuid()]);

const cursorOf = (row: ReviewedBooking): string => writeCursor(['fare-reviews', row.opened_at, row.booking]);

function placeOf(cursor: string): NonNullable<ReviewPage['before']> {
  const [, opened_at, booking] = readCursor(cursorShape, cursor);
  return { opened_at, booking };
}

export interface FareReviewQuery {
  status: 'open' | 'decided';
  limit: number;
  cursor?: string | undefined;
}

export function createListFareReviews({ db }: Pick<BookingDeps, 'db'>) {
  const reviews = fareReviewRepository(db);
  return async function listFareReviews({ status, limit, cursor }: FareReviewQuery) {
    const before = cursor === undefined ? undefined : placeOf(cursor);
    const rows = await reviews.page({ status, limit: limit + 1, before });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      items: page.map(presentRow),
      nextCursor: last !== undefined && rows.length > page.length ? cursorOf(last) : null,
      open: await reviews.countOpen(),
    };
  };
}
