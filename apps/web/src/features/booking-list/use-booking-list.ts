// The signed-in user's bookings, paged and filtered by the server, and updated by live events.
import type { BookingSummary } from '@kerb/contract';
import { useCallback, useState } from 'react';
import { client } from '../../lib/store.ts';
import { useLiveRefresh } from '../../lib/use-live-refresh.ts';
import type { PagedEntries } from '../../ui/paged-entries.ts';
import { usePagedList } from '../../ui/use-paged-list.ts';

export interface BookingFilter {
  readonly scope: 'all' | 'active';
  /** Searched in references, people and addresses. */
  readonly text: string;
}

/** Grows with every change of a booking: lists read with another one are read again. */
export function useBookingsVersion(): number {
  const [version, setVersion] = useState(0);
  useLiveRefresh(
    'bookings',
    useCallback(() => setVersion((before) => before + 1), []),
  );
  return version;
}

/** Without later rides whose time has not come, while everything is shown: those are a list of their own. */
export function useBookingList(
  { scope, text }: BookingFilter,
  version: number,
): PagedEntries<BookingSummary> {
  const load = useCallback(
    (cursor: string | null, limit: number) =>
      client.listBookings({
        query: {
          limit,
          ...(cursor === null ? {} : { cursor }),
          ...(scope === 'active' && { active: 'true' }),
          ...(text !== '' && { q: text }),
          ...(scope === 'all' && text === '' && { upcoming: 'false' }),
        },
      }),
    [scope, text],
  );
  return usePagedList(load, version);
}

/** Later rides whose time has not come, the next one first. */
export function useUpcoming(version: number): PagedEntries<BookingSummary> {
  const load = useCallback(
    (cursor: string | null, limit: number) =>
      client.listBookings({
        query: {
          upcoming: 'true',
          sort: 'tripdate',
          order: 'asc',
          limit,
          ...(cursor === null ? {} : { cursor }),
        },
      }),
    [],
  );
  return usePagedList(load, version);
}
