// Tests days of rent around clock changes, and commissions that add up after any number of changes of a driver's share.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, calendarDay, isoDay, type Minor, MS_PER_DAY, minor, ZERO } from '../kernel/index.ts';
import { vehicleInput } from './vehicle.schema.ts';
import { commissionLeft, commissionOf, daysOfUse, daysToCharge } from './vehicle-plan.ts';

const zone = fc.constantFrom(
  'America/Montevideo',
  'Europe/Madrid',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'UTC',
);
const moment = fc.integer({ min: Date.parse('2010-01-01'), max: Date.parse('2030-01-01') });
const at = (text: string): number => Date.parse(text);

describe('daysOfUse', () => {
  it.each([
    [
      'one day, however short',
      'America/Montevideo',
      '2026-03-02T12:00Z',
      '2026-03-02T12:00Z',
      ['2026-03-02'],
    ],
    [
      'by the operator’s midnight, and not that of UTC',
      'America/Montevideo',
      '2026-03-03T02:59Z',
      '2026-03-03T03:01Z',
      ['2026-03-02', '2026-03-03'],
    ],
    [
      'not the day that begins as it is returned',
      'America/Montevideo',
      '2026-03-02T12:00Z',
      '2026-03-03T03:00Z',
      ['2026-03-02'],
    ],
    [
      'a day of 23 hours once',
      'Europe/Madrid',
      '2026-03-28T22:59Z',
      '2026-03-29T22:00Z',
      ['2026-03-28', '2026-03-29'],
    ],
    ['a day of 25 hours once', 'Europe/Madrid', '2026-10-24T22:00Z', '2026-10-25T23:00Z', ['2026-10-25']],
  ])('is %s', (_, timeZone, starts, ends, days) => {
    expect(daysOfUse({ starts: at(starts), ends: at(ends) }, timeZone)).toEqual(days);
  });

  it('returns every day of the use, each once and in order', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 9 * MS_PER_DAY }), zone, (starts, length, timeZone) => {
        const ends = starts + length;
        const looked = new Set<string>();
        for (let now = starts; now < ends; now += MS_PER_DAY / 96)
          looked.add(isoDay(calendarDay(now, timeZone)));
        looked.add(isoDay(calendarDay(ends - 1, timeZone)));
        expect(daysOfUse({ starts, ends }, timeZone)).toEqual([...looked].sort());
      }),
    );
  });
});

it('daysToCharge adds up to the days of use, regardless of how often it is called', () => {
  const checks = fc.array(fc.integer({ min: 0, max: 9 * MS_PER_DAY }), { maxLength: 8 });
  fc.assert(
    fc.property(moment, checks, zone, (starts, offsets, timeZone) => {
      const ends = starts + 9 * MS_PER_DAY;
      const charged: string[] = [];
      for (const offset of [...offsets.sort((one, other) => one - other), ends - starts])
        charged.push(...daysToCharge({ starts, ends: starts + offset }, timeZone, charged.at(-1) ?? null));
      expect(charged).toEqual(daysOfUse({ starts, ends }, timeZone));
    }),
  );
});

describe('commission', () => {
  it.each([
    [1000, 20, 200],
    [1001, 12.5, 125],
    [999, 33.33, 333],
    [1, 50, 1],
    [1, 49.99, 0],
    [0, 20, 0],
  ])('of %d at %d percent is %d', (share, percent, expected) => {
    expect(commissionOf(minor(share), percent)).toBe(expected);
  });

  const share = fc.integer({ min: 0, max: 10_000_000 }).map(minor);
  const percent = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100);

  it('is never negative and never more than the share', () => {
    fc.assert(
      fc.property(share, percent, (of, at) => {
        const commission = commissionOf(of, at);
        expect(commission).toBeGreaterThanOrEqual(0);
        expect(commission).toBeLessThanOrEqual(of);
      }),
    );
  });

  it('charged in parts equals that of the final share, and nothing remains after that', () => {
    fc.assert(
      fc.property(fc.array(share, { minLength: 1 }), percent, (shares, at) => {
        const charged = shares.reduce<Minor>((sum, of) => add(sum, commissionLeft(of, at, sum)), ZERO);
        const last = shares.at(-1) ?? ZERO;
        expect(charged).toBe(commissionOf(last, at));
        expect(commissionLeft(last, at, charged)).toBe(0);
      }),
    );
  });
});

describe('vehicleInput', () => {
  const car = {
    vehicleNumber: ' SAB 1234 ',
    vehicleMake: 'Fiat',
    vehicleModel: 'Cronos',
    carType: '0193e000-0000-7000-8000-00000000c0de',
  };

  it('trims texts, and has no plan by default', () => {
    expect(vehicleInput.parse(car)).toMatchObject({
      vehicleNumber: 'SAB 1234',
      other_info: '',
      plan: 'none',
      rentPerDay: null,
      commissionPercent: null,
    });
  });

  it.each([
    ['a plate without letters and digits', { vehicleNumber: ' - ' }],
    ['a plate with letters that cannot be seen', { vehicleNumber: 'SAB\u202e1234' }],
    ['a rent without an amount', { plan: 'rent' }],
    ['a rent of nothing', { plan: 'rent', rentPerDay: 0 }],
    ['a rent with a commission', { plan: 'rent', rentPerDay: 5, commissionPercent: 5 }],
    ['an amount without a plan', { rentPerDay: 5 }],
    ['a commission above the share', { plan: 'commission', commissionPercent: 100.5 }],
    ['a commission that is too fine', { plan: 'commission', commissionPercent: 0.125 }],
    ['a negative commission', { plan: 'commission', commissionPercent: -1 }],
  ])('rejects %s', (_, change) => {
    expect(vehicleInput.safeParse({ ...car, ...change }).success).toBe(false);
  });
});
