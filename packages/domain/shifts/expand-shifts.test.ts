// Tests shifts in the city's time zone: past midnight, on days with a clock change, on days with other hours, and
// around a moment.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MS_PER_HOUR, MS_PER_MINUTE } from '../kernel/index.ts';
import { momentOfDay } from '../recurring-bookings/index.ts';
import { createIsLate, hasLaterShifts, shiftAmong, shiftNow, shiftsOnDay } from './expand-shifts.ts';
import { type ShiftPlan, shiftPlan, type WeeklyShift } from './shift-plan.schema.ts';

const at = (iso: string) => Date.parse(iso);
const weekly = (change: Partial<WeeklyShift> = {}): WeeklyShift => ({
  weekdays: [1, 2, 3, 4, 5],
  from: '08:00',
  until: '16:00',
  firstDay: '2026-01-01',
  lastDay: null,
  ...change,
});
const planOf = (shifts: WeeklyShift[], days: ShiftPlan['days'] = []): ShiftPlan => ({ shifts, days });
const BERLIN = 'Europe/Berlin';
const written = (plan: ShiftPlan, day: string, zone = BERLIN) =>
  shiftsOnDay(plan, day, zone).map(({ starts, ends }) => [
    new Date(starts).toISOString().slice(0, 16),
    new Date(ends).toISOString().slice(0, 16),
  ]);

describe('shifts of a day', () => {
  it('are those of its weekday, from the first day to the last', () => {
    const plan = planOf([weekly({ firstDay: '2026-05-12', lastDay: '2026-05-14' })]);
    expect(written(plan, '2026-05-11')).toEqual([]);
    expect(written(plan, '2026-05-12')).toEqual([['2026-05-12T06:00', '2026-05-12T14:00']]);
    expect(written(plan, '2026-05-14')).toHaveLength(1);
    expect(written(plan, '2026-05-15')).toEqual([]);
    expect(written(planOf([weekly()]), '2026-05-16')).toEqual([]);
  });

  it('can pass midnight', () => {
    const plan = planOf([weekly({ from: '22:00', until: '06:00' })]);
    expect(written(plan, '2026-05-15')).toEqual([['2026-05-15T20:00', '2026-05-16T04:00']]);
  });

  it.each([
    ['2026-03-28', 7],
    ['2026-10-24', 9],
    ['2026-05-16', 8],
  ])('from 22:00 until 6:00 of %s last %d hours', (day, hours) => {
    const plan = planOf([weekly({ weekdays: [6], from: '22:00', until: '06:00' })]);
    const [shift] = shiftsOnDay(plan, day, BERLIN);
    expect(((shift?.ends ?? 0) - (shift?.starts ?? 0)) / MS_PER_HOUR).toBe(hours);
  });

  it('are omitted when the clocks skip them', () => {
    const plan = planOf([weekly({ weekdays: [7], from: '02:00', until: '02:30' })]);
    expect(written(plan, '2026-03-29')).toEqual([]);
  });

  it('are replaced by other hours, or omitted on a day off', () => {
    const days = [
      { day: '2026-05-12', hours: [{ from: '10:00', until: '12:00' }] },
      { day: '2026-05-13', hours: [] },
    ];
    const plan = planOf([weekly()], days);
    expect(written(plan, '2026-05-12')).toEqual([['2026-05-12T08:00', '2026-05-12T10:00']]);
    expect(written(plan, '2026-05-13')).toEqual([]);
    expect(written(plan, '2026-05-14')).toHaveLength(1);
  });

  it('are merged when they overlap or touch', () => {
    const plan = planOf([
      weekly(),
      weekly({ from: '16:00', until: '18:00' }),
      weekly({ from: '09:00', until: '10:00' }),
    ]);
    expect(written(plan, '2026-05-12')).toEqual([['2026-05-12T06:00', '2026-05-12T16:00']]);
  });

  it('never overlap and begin on the day, in every zone', () => {
    const clock = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
    const shift = fc
      .record({ from: clock, until: clock })
      .filter(({ from, until }) => from !== until)
      .map((hours) => weekly({ weekdays: [1, 2, 3, 4, 5, 6, 7], ...hours }));
    const zones = fc.constantFrom('America/Montevideo', BERLIN, 'Australia/Lord_Howe');
    const days = fc.constantFrom('2026-03-28', '2026-03-29', '2026-10-04', '2026-10-25', '2026-04-05');
    fc.assert(
      fc.property(fc.array(shift, { maxLength: 6 }), zones, days, (shifts, zone, day) => {
        const spans = shiftsOnDay(planOf(shifts), day, zone);
        for (const [index, { starts, ends }] of spans.entries()) {
          expect(ends).toBeGreaterThan(starts);
          expect(starts).toBeGreaterThan(spans[index - 1]?.ends ?? 0);
          expect(ends - starts).toBeLessThanOrEqual(49 * MS_PER_HOUR);
        }
      }),
    );
  });
});

describe('around a moment', () => {
  const plan = planOf([weekly({ from: '22:00', until: '06:00' })]);
  it.each([
    ['2026-05-15T19:44:59Z', null, '2026-05-15T20:00:00Z'],
    ['2026-05-15T19:45:00Z', '2026-05-15T20:00:00Z', null],
    ['2026-05-16T03:59:59Z', '2026-05-15T20:00:00Z', null],
    ['2026-05-16T04:00:00Z', null, '2026-05-18T20:00:00Z'],
  ])('%s is in the shift from %s, or before the one from %s', (now, current, next) => {
    const found = shiftNow(plan, at(now), BERLIN);
    expect(found.current?.starts ?? null).toBe(current && at(current));
    expect(found.next).toBe(next && at(next));
  });

  it('two shifts that meet at midnight are one', () => {
    const joined = planOf([
      weekly({ weekdays: [1], from: '16:00', until: '00:00' }),
      weekly({ weekdays: [2], from: '00:00', until: '04:00' }),
    ]);
    expect(shiftNow(joined, at('2026-05-11T23:00:00Z'), BERLIN).current).toEqual({
      starts: at('2026-05-11T14:00:00Z'),
      ends: at('2026-05-12T02:00:00Z'),
    });
  });

  it('shiftAmong returns the current shift, or the start of the next one', () => {
    const early = { starts: at('2026-05-15T06:00:00Z'), ends: at('2026-05-15T10:00:00Z') };
    const late = { starts: at('2026-05-16T18:00:00Z'), ends: at('2026-05-16T20:00:00Z') };
    const spans = [early, late];
    expect(shiftAmong(spans, early.starts - 15 * MS_PER_MINUTE)).toEqual({ current: early, next: null });
    expect(shiftAmong(spans, early.ends)).toEqual({ current: null, next: late.starts });
    expect(shiftAmong(spans, late.ends)).toEqual({ current: null, next: null });
  });

  it('without shifts there is no current or next one', () => {
    expect(shiftNow(planOf([]), at('2026-05-15T19:00:00Z'), BERLIN)).toEqual({ current: null, next: null });
  });

  it('a driver off duty is late from ten minutes into a shift until it ends', () => {
    const began = at('2026-05-15T20:00:00Z');
    const isLate = (now: number, onDuty = false) => createIsLate(now, BERLIN)(plan, onDuty);
    expect(isLate(began + 10 * MS_PER_MINUTE)).toBe(false);
    expect(isLate(began + 10 * MS_PER_MINUTE + 1)).toBe(true);
    expect(isLate(began + 60 * MS_PER_MINUTE, true)).toBe(false);
    expect(isLate(began + 8 * MS_PER_HOUR)).toBe(false);
  });
});

describe('lateness of many drivers', () => {
  it('reads the shifts of yesterday and today only, and each local time once', () => {
    const read: string[] = [];
    const isLate = createIsLate(at('2026-05-12T07:00:00Z'), BERLIN, (day, timeOfDay, zone) => {
      read.push(`${day} ${timeOfDay}`);
      return momentOfDay(day, timeOfDay, zone);
    });
    const plans = Array.from({ length: 2000 }, () => planOf([weekly({ weekdays: [1, 2, 3, 4, 5, 6, 7] })]));
    expect(plans.filter((one) => isLate(one, false))).toHaveLength(2000);
    expect(read).toEqual(['2026-05-11 08:00', '2026-05-11 16:00', '2026-05-12 08:00', '2026-05-12 16:00']);
  });

  it('includes a shift from midnight on the day after a day of 23 hours', () => {
    const plan = planOf([weekly({ from: '00:00', until: '04:00' })]);
    expect(createIsLate(at('2026-03-29T22:30:00Z'), BERLIN)(plan, false)).toBe(true);
  });
});

it('hasLaterShifts ignores shifts within the days that are searched, and days off', () => {
  const now = at('2026-05-15T12:00:00Z');
  const hasLater = (...plan: Parameters<typeof planOf>) => hasLaterShifts(planOf(...plan), now, BERLIN);
  expect(hasLater([weekly()])).toBe(true);
  expect(hasLater([weekly({ lastDay: '2026-07-13' })])).toBe(false);
  expect(hasLater([weekly({ lastDay: '2026-07-14' })])).toBe(true);
  const hours = [{ from: '08:00', until: '09:00' }];
  expect(hasLater([], [{ day: '2026-07-13', hours }])).toBe(false);
  expect(hasLater([], [{ day: '2026-07-14', hours }])).toBe(true);
  expect(hasLater([], [{ day: '2026-07-14', hours: [] }])).toBe(false);
});

it('rejects an empty shift, a last day before the first, and duplicate weekdays', () => {
  const parse = (change: Partial<WeeklyShift>) => shiftPlan.safeParse(planOf([weekly(change)]));
  expect(parse({ weekdays: [5, 1] }).success).toBe(true);
  expect(parse({ weekdays: [5, 1, 5] }).success).toBe(false);
  expect(parse({ until: '08:00' }).success).toBe(false);
  expect(parse({ lastDay: '2025-12-31' }).success).toBe(false);
  expect(parse({ weekdays: [] }).success).toBe(false);
  expect(parse({ from: '24:00' }).success).toBe(false);
});
