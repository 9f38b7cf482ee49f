// Presents groups of fields of a booking: payment packet, route points, push tokens, trip code, offers.
import type { BookingView } from '@kerb/contract';
import type { ProofPhotoName } from '@kerb/domain/booking';
import { decodePolyline } from '@kerb/domain/geo';
import { toMajor } from '@kerb/domain/kernel';
import { owedByCard } from '../step/owed-by-card.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import type { Viewing } from './viewing.ts';

/** Push tokens are shown only to admins, who send messages, and not while critical edits are off. */
export const pushToken = ({ viewer, settings }: Viewing, token: string | null): string | null =>
  viewer === 'admin' && settings.AllowCriticalEditsAdmin ? token : null;

/** Admins see every driver with an open offer; a driver sees only themselves. */
export function requestedDrivers({ viewer, uid, requested }: Viewing): Record<string, true> {
  const shown = viewer === 'admin' ? requested : requested.filter((driver) => driver === uid);
  return Object.fromEntries(shown.map((driver) => [driver, true] as const));
}

/** Shown to the rider until the trip starts; false when the trip has no code. */
export function tripCode({ otp, status }: BookingRecord, { viewer }: Viewing): number | false | null {
  if (otp === null) return false;
  return viewer === 'rider' && ['NEW', 'ACCEPTED', 'ARRIVED'].includes(status) ? Number(otp) : null;
}

/** The driver's rating of the rider, shown to the driver and admins. */
export const riderRating = (
  { rider_rating }: Pick<BookingRecord, 'rider_rating'>,
  { viewer }: Pick<Viewing, 'viewer'>,
): number | null => (viewer === 'driver' || viewer === 'admin' ? rider_rating : null);

export const coordsOf = ({ polyline }: Pick<BookingRecord, 'polyline'>) =>
  decodePolyline(polyline).map(({ lat, lng }) => ({ latitude: lat, longitude: lng }));

/**
 * The amounts under the names of the payment packet; while a card payment is open, the amount to charge to the card.
 */
export function presentPacket(
  booking: BookingRecord,
  shown: Omit<BookingView['paymentPacket'], 'appcat'>,
): BookingView['paymentPacket'] {
  const dueByCard = owedByCard(booking);
  const toCharge = dueByCard === null ? null : toMajor(dueByCard, booking.pricing.decimals);
  return {
    appcat: booking.appcat,
    payment_mode: shown.payment_mode,
    customer_paid: shown.customer_paid,
    discount_amount: shown.discount_amount,
    usedWalletMoney: shown.usedWalletMoney,
    cardPaymentAmount: toCharge ?? shown.cardPaymentAmount,
    cashPaymentAmount: shown.cashPaymentAmount,
    payableAmount: toCharge ?? shown.payableAmount,
    promo_applied: shown.promo_applied,
    promo_details: shown.promo_details,
  };
}

/**
 * The URL of a proof photo; null before the upload. Each photo has its own URL, so that caches never return an old one.
 */
export function photoAddress(
  booking: Pick<BookingRecord, 'id' | ProofPhotoName>,
  name: ProofPhotoName,
): string | null {
  const photo = booking[name];
  return photo === null ? null : `/api/v1/bookings/${booking.id}/${name}?photo=${photo}`;
}
