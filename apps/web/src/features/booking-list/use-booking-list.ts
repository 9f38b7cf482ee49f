// React hooks that load the signed-in user's bookings, paged and filtered by the server.
import type { BookingSummary } from '@kerb/contract';
import { answers } from '../../lib/answers.ts';
import { type PagedEntries, pagedEntries, pageLength } from '../../ui/paged-entries.ts';

export interface BookingFilter {
  readonly scope: 'all' | 'active';
  /** Search text, matched with references, people and addresses. */
  readonly text: string;
}

/** Leaves out upcoming rides while no filter is set, because `useUpcoming` lists those. */
export function useBookingList({ scope, text }: BookingFilter): PagedEntries<BookingSummary> {
  const query = {
    limit: pageLength,
    active: scope === 'active' ? ('true' as const) : undefined,
    q: text || undefined,
    upcoming: scope === 'all' && text === '' ? ('false' as const) : undefined,
  };
  return pagedEntries(answers.listBookingsPages.useInfiniteQuery({ query }));
}

/** Later rides whose pickup time is in the future, the soonest first. */
export function useUpcoming(): PagedEntries<BookingSummary> {
  const query = { upcoming: 'true', sort: 'tripdate', order: 'asc', limit: pageLength } as const;
  return pagedEntries(answers.listBookingsPages.useInfiniteQuery({ query }));
}
