// Tests fares calculated by hand from specification §9, and invariants of every fare.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { km, minor, seconds } from '../kernel/index.ts';
import { type FareInput, presentBreakdown, quoteFare } from './quote-fare.ts';

const city = {
  base_fare: 60,
  rate_per_unit_distance: 35.5,
  rate_per_hour: 420,
  min_fare: 150,
  convenience_fees: 15,
  convenience_fee_type: 'flat',
} as const;

type Example = Partial<Omit<FareInput, 'distance' | 'duration' | 'tariff'>> & {
  km: number;
  seconds: number;
  tariff?: Partial<FareInput['tariff']>;
};

function quote({ km: distance, seconds: duration, tariff, ...rest }: Example) {
  return quoteFare({
    convert_to_mile: false,
    decimals: 2,
    ...rest,
    tariff: { ...city, ...tariff },
    distance: km(distance),
    duration: seconds(duration),
  });
}

/** name · trip · lines by kind · fare, fee, trip cost: all minor units, computed by hand. */
const examples: [string, Example, Record<string, number>, [number, number, number]][] = [
  [
    // 7.25 × 35.50 = 257.375; 1110 / 3600 × 420 = 129.50; + 60 = 446.875, a half: up
    'a city ride with a flat fee',
    { km: 7.25, seconds: 1110 },
    { base: 6000, distance: 25738, time: 12950, convenience_fee: 1500 },
    [44688, 1500, 46188],
  ],
  [
    // 16.09344 km = 10 miles × 2.50 = 25; 1200 s × 30 / h = 10; + 3 = 38; 10 % = 3.80
    'ten miles with a percentage fee',
    {
      km: 16.09344,
      seconds: 1200,
      convert_to_mile: true,
      tariff: {
        base_fare: 3,
        rate_per_unit_distance: 2.5,
        rate_per_hour: 30,
        min_fare: 5,
        convenience_fees: 10,
        convenience_fee_type: 'percentage',
      },
    },
    { base: 300, distance: 2500, time: 1000, convenience_fee: 380 },
    [3800, 380, 4180],
  ],
  [
    // 5 km = 3.106855961… miles × 3 = 9.320567884…
    'miles that do not come out even',
    {
      km: 5,
      seconds: 0,
      convert_to_mile: true,
      tariff: {
        base_fare: 0,
        rate_per_unit_distance: 3,
        rate_per_hour: 30,
        min_fare: 0,
        convenience_fees: 0,
      },
    },
    { distance: 932, time: 0 },
    [932, 0, 932],
  ],
  [
    // 1 × 35.50 + 120 / 3600 × 420 (14) + 60 = 109.50, so 150; 12 % of 150 = 18, not of 109.50
    'a short ride at the minimum fare',
    { km: 1, seconds: 120, tariff: { convenience_fees: 12, convenience_fee_type: 'percentage' } },
    { base: 6000, distance: 3550, time: 1400, minimum: 4050, convenience_fee: 1800 },
    [15000, 1800, 16800],
  ],
  [
    'no distance and no time at all',
    { km: 0, seconds: 0 },
    { base: 6000, distance: 0, time: 0, minimum: 9000, convenience_fee: 1500 },
    [15000, 1500, 16500],
  ],
  [
    // 3 × 20 = 60; 600 s × 300 / h = 50; parcel 40; option 25.50: 175.50; base 0 is no line
    'a parcel with an option',
    {
      km: 3,
      seconds: 600,
      parcel_amount: 40,
      option_amount: 25.5,
      tariff: { base_fare: 0, rate_per_unit_distance: 20, rate_per_hour: 300, convenience_fees: 9.99 },
    },
    { distance: 6000, time: 5000, parcel: 4000, option: 2550, convenience_fee: 999 },
    [17550, 999, 18549],
  ],
  [
    // 2.21875 × 320 = 710; 450 / 3600 × 2400 = 300; + 500 = 1510; 5 % = 75.5, a half: 76
    'no decimals, with a percentage on a half',
    {
      km: 2.21875,
      seconds: 450,
      decimals: 0,
      tariff: {
        base_fare: 500,
        rate_per_unit_distance: 320,
        rate_per_hour: 2400,
        min_fare: 700,
        convenience_fees: 5,
        convenience_fee_type: 'percentage',
      },
    },
    { base: 500, distance: 710, time: 300, convenience_fee: 76 },
    [1510, 76, 1586],
  ],
  [
    // 10.5 × 0.1235 = 1.29675; 1000 / 3600 × 1.5 = 0.41666…; + 0.25 = 1.963416…, while both rounded give 1.964;
    // 2.5 % of 1.963 = 0.049075
    'three decimals, with lines rounded up both',
    {
      km: 10.5,
      seconds: 1000,
      decimals: 3,
      tariff: {
        base_fare: 0.25,
        rate_per_unit_distance: 0.1235,
        rate_per_hour: 1.5,
        min_fare: 1,
        convenience_fees: 2.5,
        convenience_fee_type: 'percentage',
      },
    },
    { base: 250, distance: 1297, time: 417, rounding: -1, convenience_fee: 49 },
    [1963, 49, 2012],
  ],
  [
    // 1.005 is slightly less than a half as a binary fraction; exact decimals avoid that error.
    'a half that binary fractions would lose',
    {
      km: 1,
      seconds: 0,
      tariff: {
        base_fare: 0,
        rate_per_unit_distance: 1.005,
        rate_per_hour: 0,
        min_fare: 0,
        convenience_fees: 0,
      },
    },
    { distance: 101, time: 0 },
    [101, 0, 101],
  ],
];

describe('quoteFare, worked examples', () => {
  it.each(examples)('%s', (_name, trip, lines, [fare, convenience_fees, trip_cost]) => {
    const result = quote(trip);
    expect(Object.fromEntries(result.lines.map((line) => [line.kind, line.amount]))).toEqual(lines);
    expect(result.lines.map((line) => line.kind)).toEqual(Object.keys(lines));
    expect(result).toMatchObject({ fare, convenience_fees, trip_cost, driver_share: fare });
    expect(result.minimum_reached).toBe('minimum' in lines);
  });

  it('returns the quantity and the rate of the distance and time lines', () => {
    const { lines } = quote({ km: 7.25, seconds: 1110 });
    expect(lines.find((line) => line.kind === 'distance')).toMatchObject({ quantity: 7.25, rate: 35.5 });
    expect(lines.find((line) => line.kind === 'time')).toMatchObject({ quantity: 1110, rate: 420 });
  });

  it('returns the percentage and the base of a percentage fee, and only the amount of a flat fee', () => {
    const feeOf = (tariff: Partial<FareInput['tariff']>) =>
      quote({ km: 7.25, seconds: 1110, tariff }).lines.at(-1);
    expect(feeOf({ convenience_fees: 10, convenience_fee_type: 'percentage' })).toEqual({
      kind: 'convenience_fee',
      quantity: 446.88,
      rate: 10,
      amount: 4469,
    });
    expect(feeOf({})).toEqual({ kind: 'convenience_fee', amount: 1500 });
  });

  it('returns amounts in major units', () => {
    const breakdown = presentBreakdown(quote({ km: 1, seconds: 120 }), 2);
    expect(breakdown.minimum_reached).toBe(true);
    expect(breakdown.lines.map((line) => [line.kind, line.amount])).toEqual([
      ['base', 60],
      ['distance', 35.5],
      ['time', 14],
      ['minimum', 40.5],
      ['convenience_fee', 15],
    ]);
  });

  it.each([
    { parcel_amount: -1 },
    { option_amount: Number.NaN },
    { tariff: { rate_per_hour: -1 } },
    { tariff: { rate_per_unit_distance: Number.POSITIVE_INFINITY } },
    { tariff: { convenience_fees: -5 } },
  ])('refuses %j', (wrong) => {
    expect(() => quote({ km: 1, seconds: 60, ...wrong })).toThrowError(/^invalid_input/);
  });
});

const cents = (max: number) => fc.integer({ min: 0, max });
const anyTrip = fc.record({
  metres: fc.integer({ min: 0, max: 300_000 }),
  seconds: fc.integer({ min: 0, max: 36_000 }),
  base: cents(10_000),
  rate: cents(20_000),
  hourly: cents(200_000),
  minimum: cents(50_000),
  fee: cents(10_000),
  percent: fc.boolean(),
  parcel: cents(10_000),
  option: cents(10_000),
});
type AnyTrip = typeof anyTrip extends fc.Arbitrary<infer T> ? T : never;

function quoteOf(trip: AnyTrip) {
  return quote({
    km: trip.metres / 1000,
    seconds: trip.seconds,
    parcel_amount: trip.parcel / 100,
    option_amount: trip.option / 100,
    tariff: {
      base_fare: trip.base / 100,
      rate_per_unit_distance: trip.rate / 100,
      rate_per_hour: trip.hourly / 100,
      min_fare: trip.minimum / 100,
      convenience_fees: trip.fee / 100,
      convenience_fee_type: trip.percent ? 'percentage' : 'flat',
    },
  });
}

/** Computes the same fare in whole 18000ths of a cent (a multiple of 1000 and of 3600), without any fraction. */
function fareInWholeNumbers(trip: AnyTrip): bigint {
  const total =
    BigInt(trip.metres * trip.rate) * 18n +
    BigInt(trip.seconds * trip.hourly) * 5n +
    BigInt(trip.base + trip.parcel + trip.option) * 18_000n;
  const least = BigInt(trip.minimum) * 18_000n;
  return ((total > least ? total : least) + 9_000n) / 18_000n;
}

describe('quoteFare, for every trip', () => {
  it('equals whole-number arithmetic', () => {
    fc.assert(
      fc.property(anyTrip, (trip) => {
        expect(BigInt(quoteOf(trip).fare)).toBe(fareInWholeNumbers(trip));
      }),
    );
  });

  it('adds a line for the minimum fare, or for lines that were each rounded down', () => {
    // 0.004 km × 100 = 0.4 and 0.4 of time, each shown as 0: together 0.8, which rounds to 1.
    const tariff = { base_fare: 0, rate_per_unit_distance: 1, rate_per_hour: 14.4, convenience_fees: 0 };
    const kinds = (min_fare: number) =>
      quote({ km: 0.004, seconds: 1, tariff: { ...tariff, min_fare } })
        .lines.filter(({ amount }) => amount > 0)
        .map(({ kind, amount }) => [kind, amount]);
    expect(kinds(0)).toEqual([['rounding', 1]]);
    expect(kinds(0.05)).toEqual([['minimum', 5]]);
  });

  it('returns lines that add up to the trip cost, with only the rounding below zero', () => {
    fc.assert(
      fc.property(anyTrip, (trip) => {
        const result = quoteOf(trip);
        const sum = result.lines.reduce((total, line) => total + line.amount, 0);
        expect(sum).toBe(result.trip_cost);
        expect(result.trip_cost).toBe(result.fare + result.convenience_fees);
        expect(result.driver_share).toBe(result.fare);
        for (const line of result.lines)
          expect(line.amount).toBeGreaterThanOrEqual(line.kind === 'rounding' ? -1 : 0);
      }),
    );
  });

  it('never returns less than the minimum, nor less for a longer trip', () => {
    fc.assert(
      fc.property(anyTrip, cents(50_000), cents(3_600), (trip, moreMetres, moreSeconds) => {
        const result = quoteOf(trip);
        const longer = quoteOf({
          ...trip,
          metres: trip.metres + moreMetres,
          seconds: trip.seconds + moreSeconds,
        });
        expect(result.fare).toBeGreaterThanOrEqual(minor(trip.minimum));
        expect(longer.fare).toBeGreaterThanOrEqual(result.fare);
        expect(longer.trip_cost).toBeGreaterThanOrEqual(result.trip_cost);
      }),
    );
  });

  it('charges a mile as 1.609344 km', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), (count) => {
        const trip = { seconds: 0, tariff: { rate_per_unit_distance: 2.25, min_fare: 0 } };
        const inMiles = quote({ ...trip, km: (count * 1609344) / 1e6, convert_to_mile: true });
        expect(inMiles.fare).toBe(6000 + count * 225);
      }),
    );
  });
});
