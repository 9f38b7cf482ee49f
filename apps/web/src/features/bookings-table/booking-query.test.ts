// Tests that the page's query string and the API request match in the operator's time zone, and that invalid parameters
// are ignored.
import { describe, expect, it } from 'vitest';
import { filtersOf, isNarrowed, queryOf } from './booking-query.ts';

/** The filters that the dashboard's figures set, all empty. */
const anyFigure = { counted: '', hour: '', area: '', place: '', reason: '' };
const of = (search: string) => filtersOf(new URLSearchParams(search));
const car = '01930000-0000-7000-8000-000000000001';

describe('filtersOf', () => {
  it('reads the filters from the URL query', () => {
    expect(of(`show=upcoming&status=NEW,CANCELLED&from=2026-03-01&to=2026-03-02&car=${car}`)).toEqual({
      show: 'upcoming',
      status: ['NEW', 'CANCELLED'],
      from: '2026-03-01',
      to: '2026-03-02',
      car,
      ...anyFigure,
    });
  });

  it('reads the filters that a dashboard figure puts into its link', () => {
    expect(
      of('to=2026-03-02T14:05&counted=waiting&hour=0&area=-1:2_3:-4&place=Pocitos&reason=Too%20far'),
    ).toMatchObject({
      to: '2026-03-02T14:05',
      counted: 'waiting',
      hour: '0',
      area: '-1:2_3:-4',
      place: 'Pocitos',
      reason: 'Too far',
    });
  });

  it.each([
    'show=mine',
    'status=LOST,new',
    'from=2026-02-30',
    'to=tomorrow',
    'from=2026-3-1',
    'car=Economy',
    'to=2026-02-30T10:00',
    'to=2026-02-28T24:00',
    'counted=luck',
    'hour=24',
    'hour=-1',
    'area=here&place=Here',
    `area=${Array(41).fill('1:1').join('_')}`,
    '',
  ])('passes over %j', (search) => {
    expect(of(search)).toEqual({ show: 'all', status: [], from: '', to: '', car: '', ...anyFigure });
    expect(isNarrowed(of(search), '')).toBe(false);
  });
});

describe('queryOf', () => {
  it('is empty without filters', () => {
    expect(queryOf(of(''), '', 'America/Montevideo')).toEqual({});
  });

  it('covers whole days in the operator’s time zone', () => {
    expect(queryOf(of('from=2026-03-01&to=2026-03-01'), '', 'America/Montevideo')).toEqual({
      from: Date.parse('2026-03-01T00:00:00-03:00'),
      to: Date.parse('2026-03-02T00:00:00-03:00'),
    });
    // The day on which summer time begins has 23 hours.
    expect(queryOf(of('from=2026-03-29&to=2026-03-29'), '', 'Europe/Madrid')).toEqual({
      from: Date.parse('2026-03-29T00:00:00+01:00'),
      to: Date.parse('2026-03-30T00:00:00+02:00'),
    });
    expect(queryOf(of('from=2026-01-01'), '', 'Pacific/Kiritimati')).toEqual({
      from: Date.parse('2026-01-01T00:00:00+14:00'),
    });
  });

  it('joins the statuses, and includes the search words and the car type', () => {
    expect(queryOf(of(`status=CANCELLED,NEW&car=${car}&show=active`), 'ana', 'UTC')).toEqual({
      status: 'NEW,CANCELLED',
      active: 'true',
      carType: car,
      q: 'ana',
    });
  });

  it('detects that a list is filtered', () => {
    for (const search of [
      'show=active',
      'status=NEW',
      'from=2026-01-01',
      'to=2026-01-01',
      `car=${car}`,
      'counted=fare',
      'hour=0',
      'area=1:2',
      'reason=Late',
    ])
      expect(isNarrowed(of(search), '')).toBe(true);
    expect(isNarrowed(of(''), 'ana')).toBe(true);
  });
});
