// The signed-in person's bookings, page by page, filtered on the server and kept current by live events.
import type { BookingSummary } from '@kerb/contract';
import { useCallback, useState } from 'react';
import { useLiveTopic } from '../../lib/live.ts';
import { client } from '../../lib/store.ts';
import { type PagedListState, usePagedList } from '../../ui/use-paged-list.ts';

export interface BookingFilter {
  readonly scope: 'all' | 'active';
  /** Searched in references, people and addresses. */
  readonly text: string;
}

export function useBookingList({ scope, text }: BookingFilter): PagedListState<BookingSummary> {
  const [version, setVersion] = useState(0);
  useLiveTopic('bookings', (message) => {
    if (message.type === 'event') setVersion((before) => before + 1);
  });
  const load = useCallback(
    (cursor: string | null, limit: number) =>
      client.listBookings({
        query: {
          limit,
          ...(cursor === null ? {} : { cursor }),
          ...(scope === 'active' ? { active: 'true' } : {}),
          ...(text === '' ? {} : { q: text }),
        },
      }),
    [scope, text],
  );
  return usePagedList(load, version);
}
