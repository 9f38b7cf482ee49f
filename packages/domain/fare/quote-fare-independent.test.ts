// Tests the fare formula against two independent calculations: a hand-written table, and whole-number fractions.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { km, seconds } from '../kernel/index.ts';
import { quoteFare } from './quote-fare.ts';

interface Trip {
  km: number;
  secs: number;
  miles: boolean;
  decimals: number;
  base: number;
  rate: number;
  hourly: number;
  min: number;
  fee: number;
  percent: boolean;
  parcel: number;
  option: number;
}

function quote(trip: Trip) {
  return quoteFare({
    tariff: {
      base_fare: trip.base,
      rate_per_unit_distance: trip.rate,
      rate_per_hour: trip.hourly,
      min_fare: trip.min,
      convenience_fees: trip.fee,
      convenience_fee_type: trip.percent ? 'percentage' : 'flat',
    },
    distance: km(trip.km),
    duration: seconds(trip.secs),
    parcel_amount: trip.parcel,
    option_amount: trip.option,
    convert_to_mile: trip.miles,
    decimals: trip.decimals,
  });
}

/**
 * unit · decimals · distance in km · seconds · base · rate · per hour · minimum · fee · parcel · option, all in major
 * units; then fare, fee and grand total in minor units. The calculation is written above each row.
 */
const table = `
# 10 × 25 = 250; 1800 s × 300 = 150; + 50 = 450; flat 20
km 2  10 1800  50 25 300 100  20   0 0     = 45000 2000 47000
# the same; 8 % of 450 = 36
km 2  10 1800  50 25 300 100  8%   0 0     = 45000 3600 48600
# 3.7 × 33 = 122.1; 500 s × 360 = 50; + 40 = 212.1, so 212; 7.5 % = 15.9, so 16
km 0  3.7 500  40 33 360 0    7.5% 0 0     = 212 16 228
# 2.5 × 33 = 82.5, a half: 83
km 0  2.5 0    0 33 0 0       0    0 0     = 83 0 83
# 4 × 25 = 100; flat 12.5, a half: 13
km 0  4 0      0 25 0 0       12.5 0 0     = 100 13 113
# 7.3215 × 1.234 = 9.034731; 777 s × 6.6 = 1.4245; + 0.5 = 10.959231; 3.3 % of 10.959 = 0.361647
km 3  7.3215 777  0.5 1.234 6.6 0  3.3% 0 0  = 10959 362 11321
# 0.1235, a half: 0.124; flat 0.0005, a half: 0.001
km 3  1 0      0 0.1235 0 0   0.0005 0 0   = 124 1 125
# 16.09344 km = 10 miles × 4 = 40; 900 s × 20 = 5; + 2.5 = 47.5; 20 % = 9.5
mi 2  16.09344 900  2.5 4 20 5  20% 0 0    = 4750 950 5700
# 2 miles × 15 = 30; 360 s × 45 = 4.5; 34.5, a half: 35; flat 3
mi 0  3.218688 360  0 15 45 0   3   0 0    = 35 3 38
# half a mile × 3.333 = 1.6665; 36 s × 1 = 0.01; 1.6765, a half: 1.677; 10 % = 0.1677, so 0.168
mi 3  0.804672 36   0 3.333 1 0 10% 0 0    = 1677 168 1845
# 5 km = 3.106855961 miles × 2 = 6.213711922; 100 s × 30 = 0.833333; 7.047045; flat 0.5
mi 2  5 100    0 2 30 0       0.5  0 0     = 705 50 755
# 10 + 1 + parcel 5 + option 4 = 20, below the minimum of 30; flat 0.99
km 2  1 60     0 10 60 30     0.99 5 4     = 3000 99 3099
# 10 + 1 + parcel 15 + option 4 = 30, the minimum itself; 10 % = 3
km 2  1 60     0 10 60 30     10%  15 4    = 3000 300 3300
# 20 + 2 + 8 + parcel 40 + option 25.5 = 95.5; 12.5 % = 11.9375, so 11.94
km 2  2 120    8 10 60 30     12.5% 40 25.5 = 9550 1194 10744
# a tenth of a mile × 20 = 2; + 1 = 3, below the minimum of 6.4, so 6; 50 % of 6 = 3
mi 0  0.1609344 0  1 20 0 6.4  50%  0 0    = 6 3 9
# 300 × 45.75 = 13725; 10800 s × 512.4 = 1537.2; + 99.99 = 15362.19; 17.25 % = 2649.977775
km 2  300 10800  99.99 45.75 512.4 0  17.25% 0 0  = 1536219 264998 1801217
# a base fare below zero counts as zero: 10 × 1 = 10
km 2  10 0     -5 1 0 0       0    0 0     = 1000 0 1000
# nothing costs nothing, and 10 % of it is nothing
km 2  0 0      0 0 0 0        10%  0 0     = 0 0 0
`;

const rows = table
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.trim().replaceAll(/\s+/g, ' '));

function tripOf(row: string): Trip {
  const [unit, , , , , , , , fee = ''] = row.split(' ');
  const [, decimals, distance, secs, base, rate, hourly, min, , parcel, option] = row.split(' ').map(Number);
  const given = { decimals, km: distance, secs, base, rate, hourly, min, parcel, option };
  const numbers = Object.entries(given).map(([name, value]) => [name, value ?? Number.NaN] as const);
  const percent = fee.endsWith('%');
  const blank = { decimals: 0, km: 0, secs: 0, base: 0, rate: 0, hourly: 0, min: 0, parcel: 0, option: 0 };
  const fees = { fee: Number(fee.replace('%', '')), percent, miles: unit === 'mi' };
  return { ...blank, ...Object.fromEntries(numbers), ...fees };
}

describe('quoteFare, the independent table', () => {
  it.each(rows)('%s', (row) => {
    const [input = '', amounts = ''] = row.split(' = ');
    const [fare, convenience_fees, trip_cost] = amounts.split(' ').map(Number);
    const result = quote(tripOf(input));
    expect(result).toMatchObject({ fare, convenience_fees, trip_cost, driver_share: fare });
    expect(result.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(trip_cost);
  });

  it('covers both units, both fee types, the minimum, parcels, and 0, 2 and 3 decimals', () => {
    const trips = rows.map((row) => tripOf(row.split(' = ')[0] ?? ''));
    for (const decimals of [0, 2, 3])
      for (const miles of [false, true])
        expect(trips.some((trip) => trip.decimals === decimals && trip.miles === miles)).toBe(true);
    for (const percent of [false, true])
      expect(trips.some((trip) => trip.percent === percent && trip.fee > 0)).toBe(true);
    expect(trips.some((trip) => trip.parcel > 0 && trip.option > 0)).toBe(true);
  });
});

/** The exact value top ÷ bottom. */
interface Fraction {
  top: bigint;
  bottom: bigint;
}

const fraction = (top: bigint, bottom = 1n): Fraction => ({ top, bottom });
const plus = (a: Fraction, b: Fraction) => fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
const times = (a: Fraction, b: Fraction) => fraction(a.top * b.top, a.bottom * b.bottom);
const isMore = (a: Fraction, b: Fraction) => a.top * b.bottom > b.top * a.bottom;
/** Rounds a fraction that is not negative to the nearest whole number, halves up. */
const nearest = ({ top, bottom }: Fraction): bigint => (2n * top + bottom) / (2n * bottom);

/** Whole numbers of small units: metres, seconds, ten-thousandths of a price or of a percent. */
interface Parts {
  metres: number;
  secs: number;
  miles: boolean;
  decimals: number;
  base: number;
  rate: number;
  hourly: number;
  min: number;
  fee: number;
  percent: boolean;
  parcel: number;
  option: number;
}

const PART = 10_000;
const partsOf = (value: number): Fraction => fraction(BigInt(value), BigInt(PART));

function expected(parts: Parts): { fare: bigint; fee: bigint } {
  const kilometres = fraction(BigInt(parts.metres), 1000n);
  const length = parts.miles ? times(kilometres, fraction(1_000_000n, 1_609_344n)) : kilometres;
  // The fare rounds the distance to nine decimals, because a distance in miles may have no finite decimal form.
  const step = 10n ** 9n;
  const distance = fraction(nearest(times(length, fraction(step))), step);
  const hours = fraction(BigInt(parts.secs), 3600n);
  const trip = [
    times(distance, partsOf(parts.rate)),
    times(hours, partsOf(parts.hourly)),
    ...[parts.base, parts.parcel, parts.option].map(partsOf),
  ].reduce(plus, fraction(0n));
  const least = partsOf(parts.min);
  const minor = fraction(10n ** BigInt(parts.decimals));
  const fare = nearest(times(isMore(least, trip) ? least : trip, minor));
  const fee = parts.percent
    ? nearest(times(fraction(fare, 100n), partsOf(parts.fee)))
    : nearest(times(partsOf(parts.fee), minor));
  return { fare, fee };
}

const upTo = (max: number) => fc.integer({ min: 0, max });
const anyParts: fc.Arbitrary<Parts> = fc.record({
  metres: fc.oneof(upTo(300_000), fc.constantFrom(0, 1, 500, 1_609_344)),
  secs: fc.oneof(upTo(86_400), fc.constantFrom(0, 1, 36, 3600)),
  miles: fc.boolean(),
  decimals: fc.constantFrom(0, 1, 2, 3, 4),
  base: upTo(2_000_000),
  rate: upTo(5_000_000),
  hourly: upTo(50_000_000),
  min: fc.oneof(upTo(5_000_000), fc.constant(0)),
  fee: upTo(1_000_000),
  percent: fc.boolean(),
  parcel: fc.oneof(upTo(5_000_000), fc.constant(0)),
  option: fc.oneof(upTo(5_000_000), fc.constant(0)),
});

describe('quoteFare, for any trip', () => {
  it('equals exact rational arithmetic, to the last minor unit', () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        const { metres, secs, miles, decimals, percent, ...prices } = parts;
        const major = Object.entries(prices).map(([name, value]) => [name, value / PART] as const);
        const blank = { base: 0, rate: 0, hourly: 0, min: 0, fee: 0, parcel: 0, option: 0 };
        const trip = {
          ...blank,
          ...Object.fromEntries(major),
          km: metres / 1000,
          secs,
          miles,
          decimals,
          percent,
        };
        const { fare, convenience_fees, trip_cost } = quote(trip);
        const { fare: exactFare, fee } = expected(parts);
        expect([BigInt(fare), BigInt(convenience_fees)]).toEqual([exactFare, fee]);
        expect(BigInt(trip_cost)).toBe(exactFare + fee);
      }),
      { numRuns: 1000 },
    );
  });
});
