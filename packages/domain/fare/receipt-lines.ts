// Computes the lines of a receipt: the charged items, the promo discount and their sum.
import { add, DomainError, type Minor, negate, toMinor } from '../kernel/index.ts';
import type { FareBreakdown, FareLine } from './fare-breakdown.schema.ts';

export type ReceiptItem = FareLine['kind'] | 'trip' | 'cancellation_fee';

export interface ReceiptLine extends Omit<FareLine, 'kind' | 'amount'> {
  item: ReceiptItem;
  /** Negative for the promo. */
  amount: Minor;
}

export interface ChargedTrip {
  breakdown: FareBreakdown;
  trip_cost: Minor;
  discount_amount: Minor;
  decimals: number;
}

export interface ReceiptAmounts {
  lines: ReceiptLine[];
  /** The sum of the lines. */
  total: Minor;
}

const sumOf = (lines: readonly ReceiptLine[]): Minor => add(...lines.map(({ amount }) => amount));

/**
 * Returns the charged lines of the breakdown and the promo discount; they add up to trip_cost − discount_amount. A trip
 * without a breakdown has its cost as the only line. Throws `invalid_input` for a breakdown that does not add up to the
 * cost, because a receipt must show what was paid.
 */
export function tripReceipt({
  breakdown,
  trip_cost,
  discount_amount,
  decimals,
}: ChargedTrip): ReceiptAmounts {
  const charged: ReceiptLine[] = breakdown.lines
    .filter(({ kind }) => kind !== 'discount')
    .map(({ kind, amount, ...line }) => ({ ...line, item: kind, amount: toMinor(amount, decimals) }));
  if (charged.length === 0) charged.push({ item: 'trip', amount: trip_cost });
  if (sumOf(charged) !== trip_cost)
    throw new DomainError('invalid_input', 'The lines of the fare do not add up to its cost');
  const promo: ReceiptLine[] =
    discount_amount > 0 ? [{ item: 'discount', amount: negate(discount_amount) }] : [];
  const lines = [...charged, ...promo];
  return { lines, total: sumOf(lines) };
}

/** Returns the receipt of a cancellation with a fee; the fee is its only line. */
export function cancellationReceipt(fee: Minor): ReceiptAmounts {
  return { lines: [{ item: 'cancellation_fee', amount: fee }], total: fee };
}
