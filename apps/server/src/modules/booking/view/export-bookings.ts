// A person's bookings for their own export: what concerns them, and of the other side of the trip only the name.
import { toMajor } from '@kerb/domain/kernel';
import type { BookingDeps } from '../booking.deps.ts';
import type { BookingRecord } from '../booking.tables.ts';
import { photoAddress } from '../photos/photo-address.ts';
import { peopleCopiesRepository } from './people-copies.repository.ts';
import { hidesDoors, presentPlaces } from './whereabouts.ts';

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
  pickUpInstructions: booking.pick_up_instructions,
  deliveryInstructions: booking.delivery_instructions,
});

const asDriver = (booking: BookingRecord) => ({
  as: 'driver' as const,
  ...placesOf(booking, 'driver'),
  ...(hidesDoors(booking, 'driver') ? { pickup_image: null, deliver_image: null } : {}),
  driver_name: booking.driver_name,
  driver_contact: booking.driver_contact,
  vehicle_number: booking.vehicle_number,
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

export function createExportBookings({ db }: Pick<BookingDeps, 'db'>) {
  return async (uid: string): Promise<ExportedBookings> => {
    const all = await peopleCopiesRepository(db).bookingsOf(uid);
    return {
      bookings: all.map((booking) => {
        const isCustomer = booking.customer === uid;
        return {
          ...trip(booking),
          ...(isCustomer ? asCustomer(booking) : asDriver(booking)),
          ...amounts(booking, isCustomer),
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
