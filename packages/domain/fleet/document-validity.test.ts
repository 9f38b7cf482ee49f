// Tests the end of a document's last day in every time zone, the earliest of several ends, and which reminder is due.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysLeft, documentsValidUntil, hasRunOut, reminderDue, validUntil } from './document-validity.ts';

const at = (iso: string): number => Date.parse(iso);
const zones = [
  'America/Montevideo',
  'Europe/Madrid',
  'America/New_York',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'UTC',
];
const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('the end of the last day', () => {
  it.each([
    ['2026-11-21', 'America/Montevideo', '2026-11-22T03:00:00Z'],
    // Clocks change on the day itself, which has 23 and 25 hours.
    ['2026-03-29', 'Europe/Madrid', '2026-03-29T22:00:00Z'],
    ['2026-10-25', 'Europe/Madrid', '2026-10-25T23:00:00Z'],
    ['2026-12-31', 'Asia/Kathmandu', '2026-12-31T18:15:00Z'],
    ['2028-02-28', 'UTC', '2028-02-29T00:00:00Z'],
    // The clocks skip midnight, so the next day begins at one o'clock.
    ['2026-04-23', 'Africa/Cairo', '2026-04-23T22:00:00Z'],
    // The time zone's calendar left out the next day.
    ['2011-12-29', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
  ])('%s in %s is %s', (lastDay, zone, end) => {
    expect(new Date(validUntil(lastDay, zone))).toEqual(new Date(end));
  });

  it('includes the whole day, during which the document is still valid', () => {
    fc.assert(
      fc.property(day, fc.constantFrom(...zones), (lastDay, zone) => {
        const end = validUntil(lastDay, zone);
        expect(daysLeft(lastDay, end - 1, zone)).toBe(0);
        expect(daysLeft(lastDay, end, zone)).toBe(-1);
        expect([hasRunOut(end, end - 1), hasRunOut(end, end)]).toEqual([false, true]);
      }),
    );
  });
});

it('the document that expires first counts, and those without an expiry are ignored', () => {
  const zone = 'America/Montevideo';
  expect(documentsValidUntil([], zone)).toBeNull();
  expect(documentsValidUntil([null, null], zone)).toBeNull();
  expect(documentsValidUntil(['2027-01-01', null, '2026-05-01'], zone)).toBe(at('2026-05-02T03:00:00Z'));
  expect(hasRunOut(null, Number.MAX_SAFE_INTEGER)).toBe(false);
});

describe('the reminder that is due', () => {
  it.each([
    [31, null, null],
    [30, null, 30],
    [29, 30, null],
    [8, 30, null],
    [7, 30, 7],
    [1, 7, 1],
    [0, 1, 0],
    [0, 0, null],
    [-5, 0, null],
    // After missed days only one reminder is due: the latest one reached.
    [5, null, 7],
    [0, 30, 0],
    [-3, null, 0],
  ])('%i days left, reminded at %s: %s', (left, lastReminded, due) => {
    expect(reminderDue(left, lastReminded)).toBe(due);
  });

  it('is sent at most once for each stage, even when days are missed or processed twice', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -10, max: 60 }), { maxLength: 80 }), (looks) => {
        const given: number[] = [];
        let last: number | null = null;
        for (const left of looks.sort((one, other) => other - one)) {
          const due = reminderDue(left, last);
          if (due === null) continue;
          given.push(due);
          last = due;
        }
        expect(new Set(given).size).toBe(given.length);
        expect(given).toEqual([...given].sort((one, other) => other - one));
      }),
    );
  });
});
