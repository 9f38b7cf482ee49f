// Tests the need for drivers at a place: requests expected in its area compared with the free drivers there.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chanceOfAtLeast, createLocalNeed, type Market, unknownMarket } from './local-need.ts';

const ROUNDING = 1e-9;
const here = { lat: -34.9, lng: -56.18 };
const elsewhere = { lat: -34.8, lng: -56.18 };
const many = (count: number, place = here) => Array.from({ length: count }, () => place);

const market = (requests: number, drivers: number): Market => ({
  recentPickups: many(requests),
  recentSecs: 1200,
  freeDrivers: many(drivers),
  driversOnDuty: drivers,
});
const needHere = (requests: number, drivers: number): number =>
  createLocalNeed(market(requests, drivers), 1200)(here);

it('is the Poisson probability of at least as many requests as drivers', () => {
  expect(chanceOfAtLeast(0, 2)).toBe(1);
  expect(chanceOfAtLeast(1, 2)).toBeCloseTo(1 - Math.exp(-2));
  expect(chanceOfAtLeast(2, 2)).toBeCloseTo(1 - 3 * Math.exp(-2));
  // 1 − e⁻³ (1 + 3 + 9/2 + 9/2)
  expect(chanceOfAtLeast(4, 3)).toBeCloseTo(1 - 13 * Math.exp(-3));
  expect(chanceOfAtLeast(1, 0)).toBe(0);
  // Computed for up to 500 expected requests; above that, the probability is taken as 1.
  expect(chanceOfAtLeast(500, 500)).toBeCloseTo(0.51, 2);
  expect(chanceOfAtLeast(501, 501)).toBe(1);
  expect(chanceOfAtLeast(900, 1000)).toBe(1);
  expect(chanceOfAtLeast(1100, 1000)).toBe(0);
  expect(needHere(4, 2)).toBeCloseTo(chanceOfAtLeast(2, 4));
});

describe('the need', () => {
  it('rises with the requests, falls with the drivers, and stays between 0 and 1', () => {
    const count = fc.integer({ min: 0, max: 300 });
    fc.assert(
      fc.property(count, count, (requests, drivers) => {
        const need = needHere(requests, drivers);
        expect(need).toBeGreaterThanOrEqual(0);
        expect(need).toBeLessThanOrEqual(1);
        expect(needHere(requests + 20, drivers)).toBeGreaterThanOrEqual(need - ROUNDING);
        expect(needHere(requests, drivers + 20)).toBeLessThanOrEqual(need + ROUNDING);
      }),
    );
  });

  it('depends on the local area only, not on demand elsewhere', () => {
    const needAt = createLocalNeed({ ...market(200, 0), freeDrivers: [here, elsewhere] }, 1200);
    expect(needAt(here)).toBeCloseTo(1);
    expect(needAt(elsewhere)).toBe(0);
    expect(needAt({ lat: here.lat + 0.005, lng: here.lng })).toBeCloseTo(1);
  });

  it('counts requests up to 1 km away in each direction, and ignores those from 2 km, at every latitude', () => {
    const KM_PER_DEGREE = 111.195;
    // Whole numbers are used, because most random doubles are close to 0.
    const scaled = (min: number, max: number, by: number) =>
      fc.integer({ min, max }).map((whole) => whole / by);
    const within = scaled(-1000, 1000, 1000);
    const beyond = scaled(2010, 300_000, 1000).chain((km) => fc.constantFrom(km, -km));
    const place = fc.record({
      lat: scaled(-60_000, 60_000, 1000),
      lng: scaled(-170_000, 170_000, 1000),
    });
    fc.assert(
      fc.property(place, within, within, beyond, (pickup, north, east, far) => {
        const needAt = createLocalNeed({ ...market(0, 0), recentPickups: [pickup] }, 1200);
        const at = (northKm: number, eastKm: number) =>
          needAt({
            lat: pickup.lat + northKm / KM_PER_DEGREE,
            lng: pickup.lng + eastKm / (KM_PER_DEGREE * Math.cos((pickup.lat * Math.PI) / 180)),
          });
        expect(at(north, east)).toBeCloseTo(1 - Math.exp(-1));
        expect([at(far, east), at(north, far), at(far, far)]).toEqual([0, 0, 0]);
      }),
    );
  });

  it('treats an area across the date line and an invalid place as without requests', () => {
    const needAt = createLocalNeed(market(50, 0), 1200);
    expect(needAt({ lat: Number.NaN, lng: 0 })).toBe(0);
    expect(needAt({ lat: here.lat, lng: 179.999 })).toBe(0);
  });

  it('is 0 without data', () => {
    expect(createLocalNeed(unknownMarket, 300)(here)).toBe(0);
    expect(createLocalNeed({ ...market(5, 0), recentSecs: 0 }, 300)(here)).toBe(0);
  });
});
