// Tests parsing the filters of the user lists from the query string.
import { describe, expect, it } from 'vitest';
import { filtersOf, noFilters, queryOf } from './people-query.ts';

const car = '0193e000-0000-7000-8000-000000000001';
const fleet = '0193e000-0000-7000-8000-000000000002';
const all = `review=approved&car=${car}&fleet=${fleet}&documents=due&q=leo`;
const params = (query: string) => new URLSearchParams(query);

describe('filters of people', () => {
  it('of drivers are combined in one query, with the tab', () => {
    expect(queryOf('driver', 'admin', params(all))).toEqual({
      review: 'approved',
      carType: car,
      fleetadmin: fleet,
      documents: 'due',
    });
    expect(queryOf('driver', 'admin', params(`show=free&car=${car}`))).toEqual({
      duty: 'free',
      carType: car,
    });
    expect(queryOf('driver', 'admin', params('show=late'))).toEqual({ shift: 'late' });
  });

  it.each(['waiting', 'off', 'late'])('leave the account to the tab %s', (show) => {
    expect(filtersOf('driver', 'admin', params(`show=${show}&review=approved`)).review).toBe('');
  });

  it('of riders include only the account status', () => {
    expect(queryOf('rider', 'admin', params(`${all}&show=waiting`))).toEqual({ review: 'approved' });
    expect(queryOf('rider', 'admin', params('review=waiting'))).toEqual({});
  });

  it('of a fleet admin exclude the fleet, and lists of staff have no filters', () => {
    expect(filtersOf('driver', 'fleetadmin', params(all)).fleet).toBe('');
    expect(filtersOf('admin', 'admin', params(all))).toEqual(noFilters);
  });

  it.each(['car=1', 'fleet=x', 'documents=all', 'review=fine', 'show=fine'])(
    'that the list does not know, such as %s, are passed over',
    (query) => {
      expect(queryOf('driver', 'admin', params(query))).toEqual({});
    },
  );
});
