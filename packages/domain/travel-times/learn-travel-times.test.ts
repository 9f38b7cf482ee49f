// Tests the model learned from trips: close to the truth with many trips, close to the prior with few, and robust
// against one unusual day.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MS_PER_DAY, MS_PER_HOUR, wallClock } from '../kernel/index.ts';
import {
  createWallClock,
  DISTANCE_BANDS,
  distanceBand,
  freeFlowByHour,
  hourOfWeek,
  learnTravelTimes,
  MAX_TRAFFIC_FACTOR,
  MIN_TRAFFIC_FACTOR,
  modelOfPrior,
  type TravelTimeSample,
  trafficAt,
  trafficByHour,
  typicalCityByHour,
} from './index.ts';

const zone = 'America/Montevideo';
/** Midnight of a Monday in Montevideo. */
const monday = Date.parse('2026-03-02T03:00:00Z');

const at = (day: number, hour: number, minute = 0): number =>
  monday + day * MS_PER_DAY + hour * MS_PER_HOUR + minute * 60_000;

const trip = (startedAt: number, ratio: number, distance_km = 5): TravelTimeSample => ({
  startedAt,
  free_flow_secs: 600,
  driven_secs: 600 * ratio,
  distance_km,
});

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const distances = [2, 5, 12];

/** Returns one trip per hour and distance band on each of the days. */
const daysOf = (days: readonly number[], ratioOf: (day: number, hour: number, km: number) => number) =>
  days.flatMap((day) =>
    hours.flatMap((hour) => distances.map((km) => trip(at(day, hour, 20), ratioOf(day, hour, km), km))),
  );

const firstDays = (count: number): number[] => Array.from({ length: count }, (_, day) => day);

const anySample = fc.record({
  startedAt: fc.integer({ min: monday, max: monday + 60 * MS_PER_DAY }),
  free_flow_secs: fc.integer({ min: 1, max: 7200 }),
  driven_secs: fc.integer({ min: 0, max: 100_000 }),
  distance_km: fc.double({ min: 0, max: 60, noNaN: true }),
});
const anyPrior = fc.array(fc.double({ min: 0.8, max: 4, noNaN: true }), { minLength: 24, maxLength: 24 });

describe('learnTravelTimes', () => {
  it.each([
    ['free flow', freeFlowByHour],
    ['a typical city', typicalCityByHour],
  ])('without trips is the prior of %s', (_name, prior) => {
    expect(trafficByHour.parse(prior)).toEqual(prior);
    expect(learnTravelTimes([], prior, zone)).toEqual(modelOfPrior(prior, zone));
  });

  it('estimates the factors of each hour, of weekdays and weekends, within 5 %', () => {
    const truth = (day: number, hour: number, km: number): number => {
      const peak = day % 7 < 5 && (hour === 8 || hour === 18) ? 1.6 : 1.15;
      return peak * (km <= 3 ? 1.1 : 1);
    };
    const model = learnTravelTimes(daysOf(firstDays(56), truth), freeFlowByHour, zone);
    for (const day of [0, 3, 5, 6])
      for (const hour of [3, 8, 13, 18])
        for (const km of distances) {
          const error = trafficAt(model, at(60 - (60 % 7) + day, hour))(km) / truth(day, hour, km);
          expect(Math.abs(error - 1), `day ${day}, ${hour} o'clock, ${km} km`).toBeLessThan(0.05);
        }
  });

  it('stays near the prior with few days', () => {
    const model = learnTravelTimes([trip(at(0, 8), 3)], freeFlowByHour, zone);
    const factor = trafficAt(model, at(7, 8))(5);
    expect(factor).toBeGreaterThan(1);
    expect(factor).toBeLessThan(1.35);
  });

  it('returns the prior unchanged when the trips match it', () => {
    const asAssumed = daysOf(firstDays(14), (_day, hour) => typicalCityByHour[hour] ?? 1);
    const { factors } = learnTravelTimes(asAssumed, typicalCityByHour, zone);
    factors.forEach((bands, hour) => {
      for (const factor of bands) expect(factor).toBeCloseTo(typicalCityByHour[hour % 24] ?? 1, 12);
    });
  });

  it('distributes one trip over the city, its distance, its hour of such days and of the week', () => {
    const at8OnMonday = learnTravelTimes([trip(at(0, 8), 2)], freeFlowByHour, zone);
    const logOf = (day: number, hour: number, km: number) =>
      Math.log(trafficAt(at8OnMonday, at(7 + day, hour))(km));
    const city = Math.log(2) / 8;
    // The remaining offset is at most 0.4 for a distance band or an hour, and 0.15 for an hour of the week.
    const ofDistance = 0.4 / 7;
    const ofHour = 0.4 / 7;
    const ofHourOfWeek = 0.15 / 9;
    expect(logOf(1, 12, 12)).toBeCloseTo(city, 12);
    expect(logOf(1, 12, 5)).toBeCloseTo(city + ofDistance, 12);
    expect(logOf(1, 8, 12)).toBeCloseTo(city + ofHour, 12);
    expect(logOf(1, 8, 5)).toBeCloseTo(city + ofDistance + ofHour, 12);
    expect(logOf(0, 8, 5)).toBeCloseTo(city + ofDistance + ofHour + ofHourOfWeek, 12);
    expect(logOf(5, 8, 12)).toBeCloseTo(city, 12);
  });

  it.each([
    ['Saturday', 5, 6],
    ['Monday', 0, 4],
  ])('shares midnight of a %s with the days of the same kind only', (_name, day, sameKind) => {
    const model = learnTravelTimes([trip(at(day, 0), 2)], freeFlowByHour, zone);
    const factorOf = (of: number) => trafficAt(model, at(7 + of, 0))(12);
    const otherKind = day === 5 ? 4 : 5;
    expect(factorOf(sameKind)).toBeGreaterThan(factorOf(otherKind) * 1.05);
  });

  it.each([
    [[2, 2, 1.1], 2],
    [[1.1, 2, 2], 2],
    [[1.1, 1.1, 2], 1.1],
    [[1, 1.1, 1.1, 1.1, 1.1, 2, 2], 1.1],
  ])('learns from the middle of the days %j', (ratios, middle) => {
    const days = ratios.map((ratio, day) => trip(at(day, 8), ratio));
    const factor = trafficAt(learnTravelTimes(days, freeFlowByHour, zone), at(8, 20))(12);
    const share = ratios.length / (ratios.length + 7);
    expect(Math.log(factor)).toBeCloseTo(Math.log(middle) * share, 2);
  });

  it('counts a day once, regardless of its number of trips', () => {
    const once = daysOf(firstDays(14), () => 1.2);
    const often = [...once, ...Array.from({ length: 500 }, () => trip(at(3, 8), 1.2, 5))];
    expect(learnTravelTimes(often, freeFlowByHour, zone)).toEqual(
      learnTravelTimes(once, freeFlowByHour, zone),
    );
  });

  it.each([
    [5, '8 percent', 1.15, 1.24],
    [10, '22 percent', 1.1, 1.34],
  ])(
    'moves no factor by more than %i percent for one bad day, where others differ by up to %s',
    (percent, _differ, min, max) => {
      const ordinary = fc.double({ min, max, noNaN: true });
      fc.assert(
        fc.property(
          fc.array(ordinary, { minLength: 28, maxLength: 60 }),
          fc.nat({ max: 27 }),
          fc.array(fc.tuple(fc.nat({ max: 1439 }), fc.double({ min: 0.01, max: 100, noNaN: true })), {
            maxLength: 60,
          }),
          fc.double({ min: 0.01, max: 100, noNaN: true }),
          (ratios, badDay, random, disaster) => {
            const days = firstDays(ratios.length);
            const good = daysOf(days, (day) => ratios[day] ?? 1);
            const bad = [
              ...daysOf(
                days.filter((day) => day !== badDay),
                (day) => ratios[day] ?? 1,
              ),
              ...daysOf([badDay], () => disaster),
              ...random.map(([minute, ratio]) => trip(at(badDay, 0, minute), ratio)),
            ];
            const before = learnTravelTimes(good, freeFlowByHour, zone).factors.flat();
            const after = learnTravelTimes(bad, freeFlowByHour, zone).factors.flat();
            const moved = after.map((factor, cell) => Math.abs(factor / (before[cell] ?? 1) - 1));
            expect(Math.max(...moved)).toBeLessThan(percent / 100);
          },
        ),
        { numRuns: 40, endOnFailure: true },
      );
    },
  );

  it('stays within its bounds for any trips and any prior', () => {
    fc.assert(
      fc.property(fc.array(anySample, { maxLength: 200 }), anyPrior, (samples, prior) => {
        const { factors } = learnTravelTimes(samples, prior, zone);
        expect(factors).toHaveLength(168);
        for (const bands of factors) {
          expect(bands).toHaveLength(DISTANCE_BANDS);
          for (const factor of bands) {
            expect(factor).toBeGreaterThanOrEqual(MIN_TRAFFIC_FACTOR);
            expect(factor).toBeLessThanOrEqual(MAX_TRAFFIC_FACTOR);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('does not depend on the order of the trips', () => {
    fc.assert(
      fc.property(fc.array(anySample, { maxLength: 100 }), (samples) => {
        const model = learnTravelTimes(samples, freeFlowByHour, zone);
        const other = learnTravelTimes(samples.toReversed(), freeFlowByHour, zone);
        const differences = model.factors
          .flat()
          .map((factor, cell) => Math.abs(factor - (other.factors.flat()[cell] ?? 0)));
        expect(Math.max(...differences)).toBeLessThan(1e-12);
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['no free-flow time', { free_flow_secs: 0 }],
    ['no driven time', { driven_secs: 0 }],
    ['a time that is not a number', { driven_secs: Number.NaN }],
    ['a negative time', { driven_secs: -5 }],
    ['an endless free-flow time', { free_flow_secs: Number.POSITIVE_INFINITY }],
    ['a distance that is not a number', { distance_km: Number.NaN }],
    ['a start that is not a number', { startedAt: Number.NaN }],
  ])('leaves out a trip with %s', (_name, change) => {
    const model = learnTravelTimes([{ ...trip(at(0, 8), 2), ...change }], freeFlowByHour, zone);
    expect(model).toEqual(modelOfPrior(freeFlowByHour, zone));
  });
});

describe('hourOfWeek', () => {
  it.each([
    ['2026-03-02T03:00:00Z', 'America/Montevideo', 0],
    ['2026-03-02T02:59:59Z', 'America/Montevideo', 167],
    ['2026-03-06T21:30:00Z', 'America/Montevideo', 4 * 24 + 18],
    ['2026-03-02T00:00:00Z', 'Asia/Kathmandu', 5],
  ])('%s in %s is hour %i', (moment, timeZone, hour) => {
    expect(hourOfWeek(createWallClock(timeZone)(Date.parse(moment)))).toBe(hour);
  });
});

it('createWallClock returns the same as wallClock, through every clock change', () => {
  const moments = fc.integer({ min: Date.parse('2012-01-01'), max: Date.parse('2035-01-01') });
  const timeZones = [
    'America/Montevideo',
    'Europe/Berlin',
    'Asia/Kathmandu',
    'Pacific/Chatham',
    'Australia/Lord_Howe',
  ];
  const clocks = new Map(timeZones.map((timeZone) => [timeZone, createWallClock(timeZone)]));
  fc.assert(
    fc.property(fc.constantFrom(...timeZones), moments, (timeZone, moment) => {
      const seconds = Math.floor(moment / 1000) * 1000;
      expect(clocks.get(timeZone)?.(seconds)).toBe(wallClock(seconds, timeZone));
    }),
    { numRuns: 1000 },
  );
});

it.each([
  [0, 0],
  [3, 0],
  [3.001, 1],
  [8, 1],
  [8.001, 2],
  [500, 2],
])('%d km are in distance band %i', (km, band) => {
  expect(distanceBand(km)).toBe(band);
});
