// The table's filters, stored in the query string, so that links and Back restore the same list.
import { useCallback, useMemo } from 'react';
import { useQueryString } from '../../ui/data-table/use-query-string.ts';
import { filtersOf, type TableFilters } from './booking-query.ts';

const own = [
  'show',
  'status',
  'from',
  'to',
  'car',
  'counted',
  'hour',
  'area',
  'place',
  'reason',
  'q',
] as const;

export interface BookingFiltersState {
  readonly filters: TableFilters;
  readonly change: (change: Readonly<Record<string, string>>) => void;
  readonly clear: () => void;
}

export function useBookingFilters(): BookingFiltersState {
  const { params, change } = useQueryString();
  const filters = useMemo(() => filtersOf(params), [params]);
  const clear = useCallback(() => change(Object.fromEntries(own.map((name) => [name, '']))), [change]);
  return { filters, change, clear };
}
