// The table's filters, kept in the address: a link to it, or the way back, finds the same list.
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { filtersOf, type TableFilters } from './booking-query.ts';

const own = ['show', 'status', 'from', 'to', 'car', 'q'] as const;

export interface BookingFiltersState {
  readonly filters: TableFilters;
  readonly change: (change: Readonly<Record<string, string>>) => void;
  readonly clear: () => void;
}

export function useBookingFilters(): BookingFiltersState {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => filtersOf(params), [params]);
  const change = useCallback(
    (next: Readonly<Record<string, string>>) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(next)) {
            if (value === '') after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { replace: true },
      ),
    [setParams],
  );
  const clear = useCallback(() => change(Object.fromEntries(own.map((name) => [name, '']))), [change]);
  return { filters, change, clear };
}
