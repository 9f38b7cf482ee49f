// Tests that a local date and time converts to one moment, also on days with a clock change.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wallClock } from './time.ts';
import { momentOf } from './wall-time.ts';

const iso = (wall: string, zone: string) => new Date(momentOf(Date.parse(`${wall}Z`), zone)).toISOString();

describe('a wall-clock time', () => {
  it('is converted to a moment in the zone of the city', () => {
    expect(iso('2026-11-22T15:05', 'America/Montevideo')).toBe('2026-11-22T18:05:00.000Z');
    expect(iso('2026-07-01T09:00', 'America/New_York')).toBe('2026-07-01T13:00:00.000Z');
    expect(iso('2026-01-01T09:00', 'Asia/Kathmandu')).toBe('2026-01-01T03:15:00.000Z');
  });

  it('skipped in spring uses the offset before the change', () => {
    expect(iso('2027-03-14T01:59', 'America/New_York')).toBe('2027-03-14T06:59:00.000Z');
    expect(iso('2027-03-14T02:30', 'America/New_York')).toBe('2027-03-14T07:30:00.000Z');
    expect(iso('2027-03-14T03:00', 'America/New_York')).toBe('2027-03-14T07:00:00.000Z');
  });

  it('repeated in autumn is the first of the two', () => {
    expect(iso('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
    expect(iso('2026-11-01T02:00', 'America/New_York')).toBe('2026-11-01T07:00:00.000Z');
    expect(iso('2027-04-04T01:45', 'Australia/Lord_Howe')).toBe('2027-04-03T14:45:00.000Z');
  });

  it.each(['America/New_York', 'Europe/Madrid', 'Australia/Lord_Howe', 'America/Montevideo', 'Africa/Cairo'])(
    'shown and read back is the same time in %s',
    (zone) => {
      const year = { min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) };
      fc.assert(
        fc.property(fc.integer(year), (at) => {
          const minute = at - (at % 60_000);
          const shown = wallClock(minute, zone);
          expect(wallClock(momentOf(shown, zone), zone)).toBe(shown);
        }),
      );
    },
  );
});
