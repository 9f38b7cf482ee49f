// Presents a booking in a list for each role; only the fields listed here are shown.
import type { BookingSummary } from '@kerb/contract';
import { type Minor, toMajor } from '@kerb/domain/kernel';
import { actionsOf, distanceIn } from '../present/booking.presenter.ts';
import { customerContact, customerEmail, deliveryContact, driverContact } from '../present/contacts.ts';
import { presentAddress } from '../present/trip-places.ts';
import type { Viewing } from '../present/viewing.ts';
import type { ListedBooking } from '../store/booking-list.repository.ts';

export function presentSummary(
  booking: ListedBooking,
  viewing: Pick<Viewing, 'viewer' | 'settings' | 'now'>,
): BookingSummary {
  const major = (amount: Minor): number => toMajor(amount, booking.pricing.decimals);
  return {
    id: booking.id,
    reference: booking.reference,
    status: booking.status,
    actions: actionsOf(booking, viewing),
    bookLater: booking.book_later,
    booking_type_admin: booking.booking_type_admin,
    tripdate: booking.tripdate,
    bookingDate: booking.booking_date,
    carType: booking.car_type,
    carTypeName: booking.car_type_name,
    customer: booking.customer,
    customer_name: booking.customer_name,
    customer_contact: customerContact(booking, viewing),
    customer_email: customerEmail(booking, viewing),
    pickupAddress: presentAddress(booking.pickup_address, booking, viewing.viewer),
    dropAddress: presentAddress(booking.drop_address, booking, viewing.viewer),
    estimateDistance: distanceIn(booking.estimate_distance_km, booking),
    distance: booking.distance_km === null ? null : distanceIn(booking.distance_km, booking),
    trip_cost: major(booking.trip_cost),
    convenience_fees: major(booking.convenience_fees),
    driver_share: major(booking.driver_share),
    discount_amount: major(booking.discount_amount),
    promo_applied: booking.promo_applied,
    promo_details: booking.promo_details,
    payment_mode: booking.payment_mode,
    prepaid: booking.prepaid,
    customer_paid: major(booking.customer_paid),
    payableAmount: major(booking.payable_amount),
    usedWalletMoney: major(booking.used_wallet_money),
    cashPaymentAmount: major(booking.cash_payment_amount),
    cardPaymentAmount: major(booking.card_payment_amount),
    driver: booking.driver,
    driver_name: booking.driver_name,
    driver_contact: driverContact(booking, viewing),
    vehicle_number: booking.vehicle_number,
    driver_accept_time: booking.driver_accept_time,
    trip_start_time: booking.trip_start_time,
    trip_end_time: booking.trip_end_time,
    reason: booking.reason,
    cancelledBy: booking.cancelled_by,
    cancellationFee: major(booking.cancellation_fee),
    cancelSlab: booking.pricing.cancelSlab,
    rating: booking.rating,
    deliveryPerson: booking.delivery_person,
    deliveryPersonPhone: deliveryContact(booking, viewing),
  };
}
