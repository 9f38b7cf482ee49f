// Exports a user's bookings as personal data: their own data, and only the name of the other party.
import { toMajor } from '@kerb/domain/kernel';
import type { BookingDeps } from '../booking.deps.ts';
import { photoAddress } from '../present/record-parts.ts';
import { hidesExactPlaces, presentPlaces } from '../present/trip-places.ts';
import type { BookingRecord, BookingRefund, FareReview } from '../store/booking.tables.ts';
import { fareReviewRepository } from '../store/fare-review.repository.ts';
import { personalDataRepository } from '../store/personal-data.repository.ts';
import { refundRepository } from '../store/refund.repository.ts';

export interface ExportedBookings {
  bookings: readonly ({ id: string; as: 'customer' | 'driver' } & Record<string, unknown>)[];
  ratingsGiven: readonly ExportedRating[];
  ratingsReceived: readonly ExportedRating[];
}

interface ExportedRating {
  booking: string;
  rating: number;
  comment: string | null;
}

const trip = (booking: BookingRecord) => ({
  id: booking.id,
  reference: booking.reference,
  status: booking.status,
  appcat: booking.appcat,
  bookLater: booking.book_later,
  tripdate: booking.tripdate,
  bookingDate: booking.booking_date,
  carType: booking.car_type_name,
  distance: booking.distance_km ?? booking.estimate_distance_km,
  driver_accept_time: booking.driver_accept_time,
  trip_start_time: booking.trip_start_time,
  trip_end_time: booking.trip_end_time,
  payment_mode: booking.payment_mode,
  cancelled_by: booking.cancelled_by,
  reason: booking.reason,
  pickup_image: photoAddress(booking, 'pickup_image'),
  deliver_image: photoAddress(booking, 'deliver_image'),
});

function placesOf(booking: BookingRecord, viewer: 'rider' | 'driver') {
  const { pickup, drop, waypoints } = presentPlaces(booking, viewer);
  return { pickup, drop, waypoints };
}

const asCustomer = (booking: BookingRecord) => ({
  as: 'customer' as const,
  ...placesOf(booking, 'rider'),
  customer_name: booking.customer_name,
  customer_contact: booking.customer_contact,
  customer_email: booking.customer_email,
  driver_name: booking.driver_name,
  vehicle_number: booking.vehicle_number,
  deliveryPerson: booking.delivery_person,
  deliveryPersonPhone: booking.delivery_person_phone,
  pickUpInstructions: booking.pick_up_instructions,
  deliveryInstructions: booking.delivery_instructions,
});

const asDriver = (booking: BookingRecord) => ({
  as: 'driver' as const,
  ...placesOf(booking, 'driver'),
  ...(hidesExactPlaces(booking, 'driver') ? { pickup_image: null, deliver_image: null } : {}),
  driver_name: booking.driver_name,
  driver_contact: booking.driver_contact,
  vehicle_number: booking.vehicle_number,
  vehicle_description: booking.vehicle_description,
  customer_name: booking.customer_name,
});

function amounts(booking: BookingRecord, isCustomer: boolean) {
  const { decimals } = booking.pricing;
  const shared = { trip_cost: toMajor(booking.trip_cost, decimals) };
  return isCustomer
    ? { ...shared, customer_paid: toMajor(booking.customer_paid, decimals) }
    : { ...shared, driver_share: toMajor(booking.driver_share, decimals) };
}

const ratingOf = ({ id, rating, rating_comment: comment }: BookingRecord): ExportedRating[] =>
  rating === null ? [] : [{ booking: id, rating, comment }];

const riderRatingOf = ({
  id,
  rider_rating,
  rider_rating_comment: comment,
}: BookingRecord): ExportedRating[] =>
  rider_rating === null ? [] : [{ booking: id, rating: rider_rating, comment }];

/** The refunds of a trip, exported for its payer. */
const refundsOf = ({ id, pricing }: BookingRecord, refunds: readonly BookingRefund[]) =>
  refunds
    .filter(({ booking }) => booking === id)
    .map(({ at, amount, status, reason }) => ({
      date: at,
      amount: toMajor(amount, pricing.decimals),
      status,
      reason,
    }));

/** The decision on a fare above the tolerance. */
function fareReviewOf({ id, pricing }: BookingRecord, reviews: readonly FareReview[]) {
  const review = reviews.find(({ booking }) => booking === id);
  if (review === undefined) return {};
  const { status, reason, extra_payable, note } = review;
  return { fareReview: { status, reason, amount: toMajor(extra_payable, pricing.decimals), note } };
}

export function createExportPersonalData({ db }: Pick<BookingDeps, 'db'>) {
  return async function exportPersonalData(uid: string): Promise<ExportedBookings> {
    const all = await personalDataRepository(db).bookingsOf(uid);
    const ridden = all.filter(({ customer }) => customer === uid).map(({ id }) => id);
    const refunds = await refundRepository(db).ofBookings(ridden);
    const reviews = await fareReviewRepository(db).ofBookings(ridden);
    return {
      bookings: all.map((booking) => {
        const isCustomer = booking.customer === uid;
        return {
          ...trip(booking),
          ...(isCustomer ? asCustomer(booking) : asDriver(booking)),
          ...amounts(booking, isCustomer),
          ...(isCustomer ? { refunds: refundsOf(booking, refunds), ...fareReviewOf(booking, reviews) } : {}),
        };
      }),
      ratingsGiven: all.flatMap((booking) =>
        booking.customer === uid ? ratingOf(booking) : riderRatingOf(booking),
      ),
      ratingsReceived: all.flatMap((booking) =>
        booking.customer === uid ? riderRatingOf(booking) : ratingOf(booking),
      ),
    };
  };
}
