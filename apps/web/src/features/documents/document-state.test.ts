// How a document stands, day by day.
import { describe, expect, it } from 'vitest';
import { dayIn, daysBetween, documentState } from './document-state.ts';

const until = (expiresOn: string | null, expired = false) => ({ expiresOn, expired });

describe('a document', () => {
  const today = '2026-11-21';

  it('is missing, or has no end', () => {
    expect(documentState(null, today)).toEqual({ name: 'missing' });
    expect(documentState(until(null), today)).toEqual({ name: 'undated' });
  });

  it('is valid through its last day, with a warning from thirty days before', () => {
    expect(documentState(until('2026-12-22'), today)).toEqual({ name: 'valid', expiresOn: '2026-12-22' });
    expect(documentState(until('2026-12-21'), today)).toMatchObject({ name: 'ending', days: 30 });
    expect(documentState(until('2026-11-21'), today)).toMatchObject({ name: 'ending', days: 0 });
    expect(documentState(until('2026-11-20'), today)).toEqual({ name: 'expired', expiresOn: '2026-11-20' });
  });

  it('has expired when the server says so, whatever this device’s clock believes', () => {
    expect(documentState(until('2026-11-22', true), today).name).toBe('expired');
  });
});

it('days are counted over the change of the hour and of the year', () => {
  expect(daysBetween('2026-12-31', '2027-01-01')).toBe(1);
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2);
});

it('the day is the operator’s, not Greenwich’s', () => {
  const justAfterMidnightUtc = Date.UTC(2026, 10, 22, 1);
  expect(dayIn('America/Montevideo', justAfterMidnightUtc)).toBe('2026-11-21');
  expect(dayIn('UTC', justAfterMidnightUtc)).toBe('2026-11-22');
});
