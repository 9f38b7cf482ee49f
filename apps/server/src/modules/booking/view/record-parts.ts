// Parts of the presented booking that hang together: the payment packet, the route's points, tokens, codes, who is asked.
import { decodePolyline } from '@kerb/domain/geo';
import { type Minor, toMajor } from '@kerb/domain/kernel';
import type { BookingRecord } from '../booking.tables.ts';
import type { Viewing } from './booking.presenter.ts';

/** A token lets its holder send to the phone: for admins, who send, and not in a demonstration. */
export const pushToken = ({ viewer, settings }: Viewing, token: string | null): string | null =>
  viewer === 'admin' && settings.AllowCriticalEditsAdmin ? token : null;

/** Who else is asked is not for the one who is. */
export function requestedDrivers({ viewer, uid, requested }: Viewing): Record<string, true> {
  const shown = viewer === 'admin' ? requested : requested.filter((driver) => driver === uid);
  return Object.fromEntries(shown.map((driver) => [driver, true] as const));
}

/** The rider's until the trip starts; false when the trip needs none. */
export function tripCode({ otp, status }: BookingRecord, { viewer }: Viewing): number | false | null {
  if (otp === null) return false;
  return viewer === 'rider' && ['NEW', 'ACCEPTED', 'ARRIVED'].includes(status) ? Number(otp) : null;
}

/** How the driver rated the rider is not for the rider, nor for the fleet. */
export const riderRating = (
  { rider_rating }: Pick<BookingRecord, 'rider_rating'>,
  { viewer }: Pick<Viewing, 'viewer'>,
): number | null => (viewer === 'driver' || viewer === 'admin' ? rider_rating : null);

export const coordsOf = ({ polyline }: Pick<BookingRecord, 'polyline'>) =>
  decodePolyline(polyline).map(({ lat, lng }) => ({ latitude: lat, longitude: lng }));

/** The amounts as the specification names them, on the booking itself and once more as its payment packet. */
export function presentPayment(booking: BookingRecord) {
  const major = (amount: Minor): number => toMajor(amount, booking.pricing.decimals);
  const shared = {
    payment_mode: booking.payment_mode,
    customer_paid: major(booking.customer_paid),
    discount_amount: major(booking.discount_amount),
    usedWalletMoney: major(booking.used_wallet_money),
    cardPaymentAmount: major(booking.card_payment_amount),
    cashPaymentAmount: major(booking.cash_payment_amount),
    payableAmount: major(booking.payable_amount),
    promo_applied: booking.promo_applied,
    promo_details: booking.promo_details,
  };
  return {
    ...shared,
    paymentPacket: { appcat: booking.appcat, ...shared },
    discount: shared.discount_amount,
  };
}
