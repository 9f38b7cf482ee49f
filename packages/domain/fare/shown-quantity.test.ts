// Tests that users can verify every line of a fare with a calculator: quantity × rate, and the sum.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exact, km, roundToMinor, seconds } from '../kernel/index.ts';
import type { FareLine } from './fare-breakdown.schema.ts';
import { presentBreakdown, quoteFare } from './quote-fare.ts';
import { formatClock, isMeasured, type MeasuredLine, shownQuantity } from './shown-quantity.ts';

const line = (kind: MeasuredLine['kind'], quantity: number, rate: number, amount: number): MeasuredLine => ({
  kind,
  quantity,
  rate,
  amount,
});

describe('the quantity beside a fare line', () => {
  it.each([
    // 2 digits are enough: 20.99 × 38 = 797.62
    [line('distance', 20.99, 38, 797.62), 2, { value: 20.99, digits: 2 }],
    // 20.992 × 38 = 797.696 is 797.70; one more digit gives 797.69
    [line('distance', 20.99184, 38, 797.69), 2, { value: 20.9918, digits: 4 }],
    // Without decimals, steps of 10 m are precise enough.
    [line('distance', 20.99184, 38, 798), 0, { value: 20.99, digits: 2 }],
    [line('distance', 0, 38, 0), 2, { value: 0, digits: 2 }],
    // Free of charge, so any length gives the amount.
    [line('distance', 12.3456, 0, 0), 2, { value: 12.35, digits: 2 }],
    [line('time', 1420, 240, 94.67), 2, { value: 1420, digits: 0 }],
    [line('time', 1420.5, 240, 94.7), 2, { value: 1420.5, digits: 1 }],
  ])('%j with %i decimals', (given, decimals, shown) => {
    expect(shownQuantity(given, decimals)).toEqual(shown);
  });

  it('is unrounded when no rounding gives the amount, as in fares of earlier versions', () => {
    expect(shownQuantity(line('distance', 7.25, 35.5, 257.37), 2)).toEqual({ value: 7.25, digits: 12 });
  });

  it('is shown for distance and time only', () => {
    const without: FareLine[] = [
      { kind: 'base', amount: 60 },
      { kind: 'convenience_fee', quantity: 100, rate: 10, amount: 10 },
      { kind: 'distance', amount: 10 },
      { kind: 'distance', quantity: 1, amount: 10 },
      { kind: 'distance', rate: 1, amount: 10 },
    ];
    expect(without.filter(isMeasured)).toEqual([]);
    expect(isMeasured({ kind: 'time', quantity: 60, rate: 60, amount: 1 })).toBe(true);
  });
});

describe('a time shown with its rate', () => {
  it.each([
    [{ value: 1380, digits: 0 }, '0:23'],
    [{ value: 1420, digits: 0 }, '0:23:40'],
    [{ value: 3605, digits: 0 }, '1:00:05'],
    [{ value: 90_000, digits: 0 }, '25:00'],
    [{ value: 3_600_000, digits: 0 }, '1000:00'],
    [{ value: 1420.5, digits: 1 }, '0:23:40.5'],
    [{ value: 0, digits: 0 }, '0:00'],
  ])('%j is %s', (shown, text) => {
    expect(formatClock(shown, 'en')).toBe(text);
  });

  it('uses the digits of the language', () => {
    expect(formatClock({ value: 1420, digits: 0 }, 'fa')).toBe('۰:۲۳:۴۰');
  });
});

const rate = (most: number) => fc.integer({ min: 0, max: most * 10_000 }).map((units) => units / 10_000);

const anyFare = fc
  .record({
    decimals: fc.integer({ min: 0, max: 4 }),
    convert_to_mile: fc.boolean(),
    metres: fc.double({ min: 0, max: 300_000, noNaN: true }),
    duration: fc.integer({ min: 0, max: 40_000 }),
    base: fc.integer({ min: 0, max: 5_000 }),
    parcel: fc.integer({ min: 0, max: 500 }),
    perUnit: rate(500),
    perHour: rate(5_000),
    minimum: fc.integer({ min: 0, max: 20_000 }),
    fee: rate(100),
  })
  .map(({ decimals, convert_to_mile, metres, duration, base, parcel, perUnit, perHour, minimum, fee }) => {
    const major = (amount: number) => amount / 10 ** decimals;
    const quote = quoteFare({
      tariff: {
        base_fare: major(base),
        rate_per_unit_distance: perUnit,
        rate_per_hour: perHour,
        min_fare: major(minimum),
        convenience_fees: fee,
        convenience_fee_type: 'percentage',
      },
      distance: km(metres / 1000),
      duration: seconds(duration),
      parcel_amount: major(parcel),
      convert_to_mile,
      decimals,
    });
    return { quote, decimals, lines: presentBreakdown(quote, decimals).lines };
  });

/** Computes the amount from the displayed quantity and the rate, as a reader would. */
function computed(given: FareLine, decimals: number): number | null {
  if (given.kind === 'convenience_fee' && given.quantity !== undefined && given.rate !== undefined)
    return roundToMinor(exact(given.quantity).times(given.rate).div(100), decimals);
  if (!isMeasured(given)) return null;
  const { value, digits } = shownQuantity(given, decimals);
  const product = exact(value.toFixed(digits)).times(given.rate);
  return roundToMinor(given.kind === 'time' ? product.div(3600) : product, decimals);
}

it('a distance just below a rounding limit is shown as the distance that was priced', () => {
  const quote = quoteFare({
    tariff: {
      base_fare: 0,
      rate_per_unit_distance: 494.3985,
      rate_per_hour: 0,
      min_fare: 0,
      convenience_fees: 0,
      convenience_fee_type: 'flat',
    },
    distance: km(299.99999999999955),
    duration: seconds(0),
    convert_to_mile: false,
    decimals: 1,
  });
  const [distance] = presentBreakdown(quote, 1).lines;
  expect(distance).toMatchObject({ quantity: 300, amount: 148319.6 });
});

describe('the lines of any fare, with 0 to 4 decimals, in km and in miles', () => {
  it('multiply: the shown quantity times the rate rounds to the amount', () => {
    fc.assert(
      fc.property(anyFare, ({ lines, decimals }) => {
        for (const given of lines) {
          const product = computed(given, decimals);
          if (product !== null) expect(product).toBe(roundToMinor(given.amount, decimals));
        }
        expect(lines.filter((given) => computed(given, decimals) !== null).length).toBeGreaterThanOrEqual(2);
      }),
      { numRuns: 500 },
    );
  });

  it('add up to the total, with at most one minor unit of rounding', () => {
    fc.assert(
      fc.property(anyFare, ({ quote, lines, decimals }) => {
        const sum = lines.reduce((total, { amount }) => total.plus(amount), exact(0));
        expect(roundToMinor(sum, decimals)).toBe(quote.trip_cost);
        const rounding = quote.lines.find(({ kind }) => kind === 'rounding')?.amount ?? 1;
        expect(Math.abs(rounding)).toBe(1);
      }),
      { numRuns: 500 },
    );
  });
});
