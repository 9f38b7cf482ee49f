// Tests of the period, hour, day and area that a booking is counted in, by the city's time zone and grid.
import { routes } from '@kerb/contract';
import { cellOf } from '@kerb/domain/dispatch';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  admin,
  at,
  centro,
  createFiguresEnvironment,
  day,
  daysIn,
  pocitos,
  pocitosEast,
  prado,
} from './testing/figures-environment.ts';

const environment = await createFiguresEnvironment();
afterAll(() => environment.database.close());
beforeEach(() => environment.reset());
const { addBooking, current, listed, pool, time, viewFigures } = environment;

describe('the period of figures', () => {
  test('starts and ends at midnight in the city’s time zone, and hours follow its clocks', async () => {
    current.timezone = 'Asia/Kathmandu';
    const midnight = at('2026-05-09T18:15:00Z');
    for (const wanted of [midnight - 1, midnight, midnight + MS_PER_DAY - 1, midnight + MS_PER_DAY])
      await addBooking({ wanted });
    const { total, groups } = await viewFigures(admin, day('2026-05-10'));
    expect(total.now.completion.bookings).toBe(2);
    expect(total.before.completion.bookings).toBe(1);
    const counted = groups.flatMap(({ hour, now }) => (now.completion.bookings > 0 ? [hour] : []));
    expect(counted).toEqual([0, 23]);
    expect(await listed({ from: midnight, to: midnight + MS_PER_DAY, hour: 23 })).toBe(1);
  });

  test('that is not over is compared up to the same minute', async () => {
    const noon = at('2026-05-20T15:00:00Z');
    time.now = noon + MS_PER_MINUTE / 2;
    const wantedAt = [noon - MS_PER_HOUR, noon - MS_PER_DAY - 1, noon - MS_PER_DAY, noon + MS_PER_HOUR];
    for (const wanted of wantedAt) await addBooking({ wanted });
    await addBooking({ wanted: noon - 1, status: 'CANCELLED', reason: 'Too far' });
    // Cancelled before its time, which is later today.
    const later = { wanted: noon + MS_PER_HOUR, later: true, reason: 'Too far', endedAt: noon - MS_PER_HOUR };
    await addBooking({ ...later, status: 'CANCELLED' });
    const figures = await viewFigures(admin, day('2026-05-20'));
    const { total, ongoing, counted_until, previous } = figures;
    expect({ ongoing, counted_until, previous }).toEqual({
      ongoing: true,
      counted_until: '2026-05-20T12:00',
      previous: { from: '2026-05-19', to: '2026-05-19T12:00' },
    });
    expect([total.now.completion.bookings, total.before.completion.bookings]).toEqual([2, 1]);
    expect(figures.reasons).toEqual([{ reason: 'Too far', now: 1, before: 0 }]);
    const until = { from: at('2026-05-20T03:00:00Z'), to: noon };
    expect(await listed({ ...until, counted: 'completion' })).toBe(2);
  });

  test.each([
    ['2026-05-10', '2026-05-09', 'invalid_input'],
    ['2026-05-20', '2026-05-21', 'invalid_input'],
    ['2026-01-01', '2026-05-20', 'report_too_long'],
  ] as const)('from %s to %s is rejected: %s', async (from, to, code) => {
    await expect(viewFigures(admin, { from, to, by: 'day' })).rejects.toThrow(
      expect.objectContaining({ code }),
    );
  });

  test.each(['2026-13-01', '2026-02-30', '10.5.2026', '', '2026-5-1'])('is not written %j', (text) => {
    const read = (query: object) => routes.getFigures.query.safeParse(query).success;
    expect(read({ from: text, to: '2026-05-10' })).toBe(false);
    expect(read({ from: '2026-05-10', to: text })).toBe(false);
  });

  test('is read by day, each with the day that it is compared with', async () => {
    // In UTC this is the next day.
    const wanted = at('2026-05-10T01:00:00Z');
    await addBooking({ wanted });
    await addBooking({ wanted: wanted - 2 * MS_PER_DAY });
    const { groups } = await viewFigures(admin, { from: '2026-05-09', to: '2026-05-10', by: 'day' });
    const counts = groups.map(({ day: of, day_before, now, before }) => [
      of,
      now.completion.bookings,
      day_before,
      before.completion.bookings,
    ]);
    expect(counts).toEqual([
      ['2026-05-09', 1, '2026-05-07', 1],
      ['2026-05-10', 0, '2026-05-08', 0],
    ]);
  });
});

describe('areas in figures', () => {
  test('are parts of the city; a pickup without an area still counts in the total', async () => {
    const wanted = at('2026-05-10T11:00:00Z');
    for (const pickup of [centro, centro, pocitos]) await addBooking({ wanted, pickup });
    await addBooking({ wanted, pickup: { lat: -34.5, lng: -56.9 } });
    await addBooking({ wanted: wanted - MS_PER_DAY, pickup: centro });
    const { groups, total } = await viewFigures(admin, day('2026-05-10', 'area'));
    expect(total.now.completion.bookings).toBe(4);
    expect(groups.map(({ area, now, before }) => [area?.name, now, before])).toMatchObject([
      ['Centro', { completion: { bookings: 2 }, utilisation: null }, { completion: { bookings: 1 } }],
      [null, { completion: { bookings: 1 } }, { completion: { bookings: 0 } }],
      ['Pocitos', { completion: { bookings: 1 } }, { completion: { bookings: 0 } }],
    ]);
    for (const { area, now } of groups)
      expect(await listed({ ...daysIn('2026-05-10', '2026-05-10'), area: area?.cells })).toBe(
        now.completion.bookings,
      );
  });

  test('have the bookings of the previous period in cells and areas that only it used', async () => {
    const wanted = at('2026-05-10T11:00:00Z');
    await addBooking({ wanted, pickup: pocitos });
    for (const pickup of [pocitos, pocitosEast, prado])
      await addBooking({ wanted: wanted - MS_PER_DAY, pickup });
    const { groups } = await viewFigures(admin, day('2026-05-10', 'area'));
    const counts = groups.map(({ area, now, before }) => [
      area?.name,
      now.completion.bookings,
      before.completion.bookings,
    ]);
    expect(counts).toEqual([
      ['Pocitos', 1, 2],
      ['Prado', 0, 1],
    ]);
  });

  test('consist of the same cells as busy places', async () => {
    const places = fc.record({
      lat: fc.double({ min: -85, max: 85, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(places, { minLength: 20, maxLength: 20 }), async (points) => {
        const { rows } = await pool.query<{ cell: string }>(
          'select kerb_cell_of(point) as cell from unnest($1::jsonb[]) with ordinality as given (point, nth) order by nth',
          [points.map((point) => JSON.stringify(point))],
        );
        expect(rows.map(({ cell }) => cell)).toEqual(points.map(cellOf));
      }),
      { numRuns: 20 },
    );
  });
});
