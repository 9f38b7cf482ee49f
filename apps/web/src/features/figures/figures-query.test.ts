// Tests the period that a query string stands for, and the query of the bookings behind a number.
import { describe, expect, it } from 'vitest';
import { bookingsBehind, choiceOf } from './figures-query.ts';

const montevideo = 'America/Montevideo';
/** Ten past midnight in UTC: still the evening before in Montevideo. */
const now = Date.parse('2026-05-11T00:10:00Z');
const choice = (search: string) => choiceOf(new URLSearchParams(search), now, montevideo);

describe('choiceOf', () => {
  it.each([
    ['', '2026-05-04', '2026-05-10'],
    ['period=today', '2026-05-10', '2026-05-10'],
    ['period=30d', '2026-04-11', '2026-05-10'],
    ['period=90d', '2026-02-10', '2026-05-10'],
    ['period=own&from=2026-01-01&to=2026-01-31', '2026-01-01', '2026-01-31'],
    ['period=own&from=2026-02-30&to=tomorrow', '2026-05-04', '2026-05-10'],
  ])('of %j is from %s to %s by the calendar of the city', (search, from, to) => {
    expect(choice(search)).toMatchObject({ range: { from, to }, isWrong: false });
  });

  it.each([
    'period=own&from=2026-05-09&to=2026-05-08',
    'period=own&from=2026-05-10&to=2026-05-11',
    'period=own&from=2026-01-01&to=2026-05-10',
  ])('says that %j is not a period', (search) => {
    expect(choice(search).isWrong).toBe(true);
  });

  it('ignores an unknown figure or grouping', () => {
    expect(choice('figure=luck&by=week')).toMatchObject({ figure: 'waiting', by: 'hour' });
    expect(choice('figure=fare&by=area')).toMatchObject({ figure: 'fare', by: 'area' });
  });
});

describe('bookingsBehind', () => {
  const range = { from: '2026-05-04', to: '2026-05-10' };
  const whole = { hour: null, day: null, day_before: null, area: null };
  const asked = (address: string) => Object.fromEntries(new URL(address, 'http://kerb').searchParams);

  it('links to the bookings of the period, the figure and the group', () => {
    expect(asked(bookingsBehind({ range, figure: 'waiting', group: { ...whole, hour: 0 } }))).toEqual({
      ...range,
      counted: 'waiting',
      hour: '0',
    });
    const area = { name: 'Pocitos & Co', cells: ['-3880:-5123', '-3879:-5123'] };
    const address = bookingsBehind({ range, figure: 'fare', group: { ...whole, area } });
    expect(asked(address)).toEqual({
      ...range,
      counted: 'fare',
      area: '-3880:-5123_-3879:-5123',
      place: 'Pocitos & Co',
    });
  });

  it('links to the bookings of a day, and of the day it is compared with', () => {
    const group = { ...whole, day: '2026-05-10', day_before: '2026-05-03' };
    const previous = { from: '2026-04-27', to: '2026-05-03T21:10' };
    expect(asked(bookingsBehind({ range, figure: 'time', group }))).toMatchObject({
      from: '2026-05-10',
      to: '2026-05-10',
    });
    expect(asked(bookingsBehind({ range: previous, figure: 'time', group, isBefore: true }))).toMatchObject({
      from: '2026-05-03',
      to: '2026-05-03T21:10',
    });
  });

  it('links to the cancellations by their stored reason', () => {
    expect(asked(bookingsBehind({ range, reason: 'Driver is late & far' }))).toEqual({
      ...range,
      status: 'CANCELLED',
      reason: 'Driver is late & far',
    });
  });
});
