// Composes a receipt from its booking; its amounts are the booking's, which the ledger entries were written with.
import type { Receipt } from '@kerb/contract';
import { cancellationReceipt, includedTax, type ReceiptAmounts, tripReceipt } from '@kerb/domain/fare';
import {
  add,
  inOperatorUnit,
  km,
  type Minor,
  MS_PER_MINUTE,
  maxMinor,
  minMinor,
  negate,
  subtract,
  toMajor,
  ZERO,
} from '@kerb/domain/kernel';
import { roundedAddress } from '@kerb/domain/safety';
import type { Settings } from '@kerb/domain/settings';
import type { ReceiptBooking, ReceiptReader } from './receipts.policy.ts';
import type { IssuedReceipt } from './receipts.repository.ts';

export interface ReceiptParts {
  booking: ReceiptBooking;
  issued: IssuedReceipt;
  refunds: readonly { at: number; amount: Minor; toCard: Minor }[];
  /** What an approved fare review took from the wallet after the payment, and when. */
  added: { at: number; amount: Minor } | null;
  settings: Pick<Settings, 'CompanyName' | 'appName' | 'CompanyWebsite' | 'contact_email' | 'code'>;
  reader: ReceiptReader;
  mail: Receipt['mail'];
}

const amountsOf = (booking: ReceiptBooking): ReceiptAmounts =>
  booking.status === 'CANCELLED'
    ? cancellationReceipt(booking.cancellation_fee)
    : tripReceipt({ ...booking, decimals: booking.pricing.decimals });

type Payment = {
  how: Receipt['payments'][number]['how'];
  amount: Minor;
  gateway: string | null;
  at?: number;
};

/** A refund of the cancellation is recorded in its transaction, so at most this long after it, in ms. */
const REFUNDED_WITHIN_MS = MS_PER_MINUTE;

/** True for a refund after the cancellation, such as a lost dispute: it does not change how the fee was paid. */
const isLater = ({ cancelled_at }: ReceiptBooking, { at }: { at: number }): boolean =>
  at > (cancelled_at ?? 0) + REFUNDED_WITHIN_MS;

/** The part of a cancellation fee that was taken from a card payment before the trip. */
function feeByCard({ booking, refunds }: Pick<ReceiptParts, 'booking' | 'refunds'>): Minor {
  const atCancellation = refunds.filter((refund) => !isLater(booking, refund));
  const returned = add(...atCancellation.map(({ toCard }) => toCard));
  const notReturned = maxMinor(ZERO, subtract(booking.card_payment_amount, returned));
  return minMinor(booking.cancellation_fee, notReturned);
}

/** The payments: a cancellation fee is paid from the card's prepayment and the wallet, a ride as it was settled. */
function paymentsOf({ booking, refunds, added, reader }: ReceiptParts): Payment[] {
  const part = (how: Payment['how'], amount: Minor, gateway: string | null = null): Payment[] =>
    amount === 0 ? [] : [{ how, amount, gateway }];
  if (booking.status === 'CANCELLED') {
    if (reader === 'driver') return [];
    const byCard = feeByCard({ booking, refunds });
    return [
      ...part('wallet', subtract(booking.cancellation_fee, byCard)),
      ...part('card', byCard, booking.gateway),
      ...refunds
        .filter((refund) => isLater(booking, refund))
        .flatMap(({ amount }) => part('refund', negate(amount))),
    ];
  }
  const cash = part('cash', booking.cash_payment_amount);
  if (reader === 'driver') return cash;
  return [
    ...cash,
    ...part('wallet', subtract(booking.used_wallet_money, added?.amount ?? ZERO)),
    ...part('card', booking.card_payment_amount, booking.gateway),
    ...(added === null
      ? []
      : [{ how: 'wallet' as const, amount: added.amount, gateway: null, at: added.at }]),
    ...refunds.flatMap(({ amount }) => part('refund', negate(amount))),
  ];
}

/**
 * Stops with streets only for the driver, as in all data after a trip, because a printed full address would outlive the
 * trip.
 */
function stopsOf({ booking, reader }: ReceiptParts): Receipt['stops'] {
  const shown = ({ add }: { add: string }): string =>
    reader === 'driver' ? roundedAddress(add) || '–' : add;
  return [
    { kind: 'pickup', add: shown(booking.pickup), at: booking.trip_start_time },
    ...booking.waypoints.map((stop) => ({ kind: 'stop' as const, add: shown(stop), at: null })),
    { kind: 'drop', add: shown(booking.drop_point), at: booking.trip_end_time },
  ];
}

export const receiptNumber = ({ number }: Pick<IssuedReceipt, 'number'>): string =>
  `R-${String(number).padStart(6, '0')}`;

export function composeReceipt(parts: ReceiptParts): Receipt {
  const { booking, issued, settings, mail } = parts;
  const { decimals, convert_to_mile } = booking.pricing;
  const major = (amount: Minor): number => toMajor(amount, decimals);
  const { lines, total } = amountsOf(booking);
  const { tax_name: name, tax_rate: rate } = issued;
  const { distance_km: distance } = booking;
  return {
    booking: booking.id,
    number: receiptNumber(issued),
    reference: booking.reference,
    issuedAt: booking.paid_at ?? booking.cancelled_at ?? booking.tripdate,
    operator: {
      name: settings.CompanyName || settings.appName,
      website: settings.CompanyWebsite,
      email: settings.contact_email,
    },
    customer_name: booking.customer_name,
    driver_name: booking.driver_name,
    vehicle_number: booking.vehicle_number,
    carTypeName: booking.car_type_name,
    stops: stopsOf(parts),
    distance:
      distance === null ? null : Math.round(inOperatorUnit(km(distance), convert_to_mile) * 1000) / 1000,
    unit: convert_to_mile ? 'mi' : 'km',
    seconds: booking.total_trip_time,
    meterMethod: booking.meter_method,
    lines: lines.map((line) => ({ ...line, amount: major(line.amount) })),
    total: major(total),
    tax: rate > 0 ? { name, rate, amount: major(includedTax(total, rate)) } : null,
    payments: paymentsOf(parts).map((payment) => ({ ...payment, amount: major(payment.amount) })),
    currency: settings.code,
    mail,
  };
}
