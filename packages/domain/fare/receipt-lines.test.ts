// Tests that receipts add up in every currency: the lines to the total, and tax plus net price to the total.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { km, minMinor, minor, seconds, subtract } from '../kernel/index.ts';
import { includedTax } from './included-tax.ts';
import { presentBreakdown, quoteFare } from './quote-fare.ts';
import { cancellationReceipt, tripReceipt } from './receipt-lines.ts';

describe('the tax included in a total', () => {
  it.each([
    // 122.00 at 22 % is 100.00 and 22.00
    [12_200, 22, 2200],
    // 100.00 at 22 %: 18.0327… is 18.03
    [10_000, 22, 1803],
    // no decimals: 1050 at 5 % is 50
    [1050, 5, 50],
    // three decimals: 1.000 at 7.5 %: 0.0697… is 0.070
    [1000, 7.5, 70],
    // Exactly half a unit is rounded up, and half of a refund down: 3 at 20 % is 0.5
    [3, 20, 1],
    [-3, 20, -1],
    // 100 %: half of the total is tax
    [1000, 100, 500],
    [12_345, 0, 0],
    [0, 22, 0],
  ])('of %i minor units at %d percent is %i', (total, rate, tax) => {
    expect(includedTax(minor(total), rate)).toBe(tax);
  });

  it('is at most the total, and the rest is the price before tax within half a unit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e9 }),
        fc.integer({ min: 0, max: 10_000 }),
        (amount, hundredths) => {
          const rate = hundredths / 100;
          const total = minor(amount);
          const tax = includedTax(total, rate);
          const net = subtract(total, tax);
          expect(net).toBeGreaterThanOrEqual(0);
          expect(Math.abs(net * (100 + rate) - total * 100)).toBeLessThanOrEqual((100 + rate) / 2 + 1e-3);
        },
      ),
    );
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses a rate of %d', (rate) => {
    expect(() => includedTax(minor(100), rate)).toThrow('invalid_input');
  });
});

const tripsOf = fc.record({
  decimals: fc.constantFrom(0, 2, 3),
  base_fare: fc.integer({ min: 0, max: 500 }),
  rate: fc.integer({ min: 0, max: 300 }),
  hourly: fc.integer({ min: 0, max: 2000 }),
  min_fare: fc.integer({ min: 0, max: 1000 }),
  fee: fc.integer({ min: 0, max: 50 }),
  distance: fc.double({ min: 0, max: 200, noNaN: true }),
  duration: fc.integer({ min: 0, max: 20_000 }),
  discount: fc.integer({ min: 0, max: 100_000 }),
});

describe('the lines of a receipt', () => {
  it('add up to the amount that the rider paid, to the minor unit, with 0, 2 and 3 decimals', () => {
    fc.assert(
      fc.property(
        tripsOf,
        ({ decimals, base_fare, rate, hourly, min_fare, fee, discount, distance, duration }) => {
          const quote = quoteFare({
            tariff: {
              base_fare,
              rate_per_unit_distance: rate,
              rate_per_hour: hourly,
              min_fare,
              convenience_fees: fee,
              convenience_fee_type: 'percentage',
            },
            distance: km(distance),
            duration: seconds(duration),
            convert_to_mile: false,
            decimals,
          });
          const discount_amount = minMinor(minor(discount), quote.trip_cost);
          const breakdown = presentBreakdown(quote, decimals);
          const { lines, total } = tripReceipt({
            breakdown,
            trip_cost: quote.trip_cost,
            discount_amount,
            decimals,
          });
          expect(total).toBe(quote.trip_cost - discount_amount);
          expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
        },
      ),
    );
  });

  it('end with the promo, as a negative amount', () => {
    const breakdown = { lines: [{ kind: 'base' as const, amount: 12.5 }], minimum_reached: false };
    const paid = tripReceipt({ breakdown, trip_cost: minor(1250), discount_amount: minor(250), decimals: 2 });
    expect(paid).toEqual({
      lines: [
        { item: 'base', amount: 1250 },
        { item: 'discount', amount: -250 },
      ],
      total: 1000,
    });
  });

  it('use the discount that was applied instead of the discount line of the breakdown', () => {
    const breakdown = {
      lines: [
        { kind: 'base' as const, amount: 12.5 },
        { kind: 'discount' as const, amount: -3 },
      ],
      minimum_reached: false,
    };
    const paid = tripReceipt({ breakdown, trip_cost: minor(1250), discount_amount: minor(250), decimals: 2 });
    expect(paid.lines).toEqual([
      { item: 'base', amount: 1250 },
      { item: 'discount', amount: -250 },
    ]);
    expect(paid.total).toBe(1000);
  });

  it('are only the cost without a breakdown, and rejected when they differ from the charged amount', () => {
    const trip = { trip_cost: minor(500), discount_amount: minor(0), decimals: 2 };
    const none = { lines: [], minimum_reached: false };
    expect(tripReceipt({ ...trip, breakdown: none }).lines).toEqual([{ item: 'trip', amount: 500 }]);
    const wrong = { lines: [{ kind: 'base' as const, amount: 4.99 }], minimum_reached: false };
    expect(() => tripReceipt({ ...trip, breakdown: wrong })).toThrow('invalid_input');
  });

  it('are only the fee for a cancellation', () => {
    expect(cancellationReceipt(minor(60))).toEqual({
      lines: [{ item: 'cancellation_fee', amount: 60 }],
      total: 60,
    });
  });
});
