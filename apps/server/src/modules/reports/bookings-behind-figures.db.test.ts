// Tests that the list of bookings behind a figure has as many bookings as the figure counts, for every figure, group
// and role.
import { randomUUID } from 'node:crypto';
import type { BookingFilters, FigureSet } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import { figureNames } from '@kerb/domain/figures';
import { MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  admin,
  at,
  centro,
  createFiguresEnvironment,
  daysIn,
  pocitos,
} from './testing/figures-environment.ts';
import { actorOf } from './testing/report-environment.ts';

const environment = await createFiguresEnvironment();
afterAll(() => environment.database.close());
beforeEach(() => environment.reset());
const { addBooking, addDuty, addOffer, listed, viewFigures } = environment;

describe('the list of bookings behind a figure', () => {
  const fleetadmin = randomUUID();
  let drivers: string[] = [];
  /** Bookings on two days before and after midnight, in every status, with offers and time on duty. */
  beforeEach(async () => {
    drivers = [];
    for (const name of ['Sergio', 'Lucia']) drivers.push(await environment.addPerson('driver', name, null));
    const statuses: BookingStatus[] = [
      'COMPLETE',
      'PAID',
      'PENDING',
      'CANCELLED',
      'STARTED',
      'NEW',
      'COMPLETE',
    ];
    const begins = at('2026-05-08T22:10:00Z');
    for (const uid of drivers)
      for (let shift = 0; shift < 8; shift += 1)
        await addDuty(uid, begins + shift * 8 * MS_PER_HOUR, begins + (shift * 8 + 6) * MS_PER_HOUR);
    for (let nth = 0; nth < 84; nth += 1) {
      const wanted = begins + nth * 40 * MS_PER_MINUTE;
      const status = statuses[nth % 7] ?? 'COMPLETE';
      const isOpen = status === 'NEW';
      const hasEnded = status !== 'STARTED' && !isOpen;
      const follower = await addBooking({
        wanted,
        status,
        later: nth % 5 === 0,
        driver: isOpen ? null : status === 'STARTED' ? randomUUID() : (drivers[nth % 2] ?? null),
        fleetadmin: nth % 3 === 0 && !isOpen ? fleetadmin : null,
        arrivedAt: hasEnded ? wanted + (nth % 9) * MS_PER_MINUTE : null,
        endedAt: hasEnded ? wanted + (nth % 4) * 40 * MS_PER_MINUTE + 2 * MS_PER_MINUTE : null,
        driven: hasEnded ? (nth % 6) * 300 : null,
        quoted: nth % 11 === 0 ? 0 : 900,
        reason: nth % 2 === 0 ? 'Too far' : 'Driver late',
        pickup: nth % 3 === 0 ? centro : pocitos,
      });
      if (nth % 4 !== 0) await addOffer(follower, nth % 4 === 1 ? 'declined' : 'lost', randomUUID(), wanted);
      if (nth % 6 === 0) await addOffer(follower, 'expired', randomUUID(), wanted);
    }
  });

  const countOf = (set: FigureSet, name: (typeof figureNames)[number]) => set[name]?.bookings ?? null;
  const actors = () => [admin, actorOf('fleetadmin', fleetadmin)];

  test('has as many bookings as the figure: in total, by hour, day and area, for both periods', async () => {
    const range = { from: '2026-05-10', to: '2026-05-10' };
    const now = daysIn('2026-05-10', '2026-05-10');
    const before = daysIn('2026-05-09', '2026-05-09');
    const wrong: unknown[] = [];
    let compared = 0;
    for (const actor of actors()) {
      for (const counted of figureNames) {
        // Skipped for a fleet, because offers to its drivers may be about bookings that other fleets' drivers accepted.
        if (counted === 'acceptance' && actor !== admin) continue;
        const check = async (said: number | null, filters: BookingFilters) => {
          if (said === null) return;
          const found = await listed({ counted, ...filters }, actor);
          compared += Math.min(found, 1);
          if (found !== said) wrong.push({ role: actor.usertype, counted, filters, said, found });
        };
        for (const by of ['hour', 'day', 'area'] as const) {
          const { total, groups } = await viewFigures(actor, { ...range, by });
          await check(countOf(total.now, counted), now);
          await check(countOf(total.before, counted), before);
          for (const group of groups) {
            const narrowed = {
              ...(group.hour === null ? {} : { hour: group.hour }),
              ...(group.area === null ? {} : { area: group.area.cells }),
            };
            await check(countOf(group.now, counted), { ...now, ...narrowed });
            await check(countOf(group.before, counted), { ...before, ...narrowed });
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    // Makes sure that most combinations have bookings.
    expect(compared).toBeGreaterThan(200);
  });

  test('of a fleet admin contains no booking of another fleet', async () => {
    const { total } = await viewFigures(actorOf('fleetadmin'), {
      from: '2026-05-09',
      to: '2026-05-10',
      by: 'day',
    });
    for (const name of figureNames) expect(countOf(total.now, name)).toBe(0);
  });
});
