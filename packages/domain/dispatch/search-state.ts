// Computes the current state of the search for a driver, as shown to the waiting rider.
import type { BookingStatus } from '../booking/index.ts';
import { planOffers } from './later-booking.ts';

/**
 * `starting`: no round has selected candidates yet. `offered`: drivers have open offers. `no_candidates`: the last
 * round found no eligible driver. `scheduled`: a later trip whose offers are sent at `ask_at`. `manual`: an admin
 * assigns a driver. `closed`: the booking is not NEW.
 */
export const searchOutcomes = [
  'starting',
  'offered',
  'no_candidates',
  'scheduled',
  'manual',
  'closed',
] as const;
export type SearchOutcome = (typeof searchOutcomes)[number];

export interface SearchFacts {
  booking: {
    status: BookingStatus;
    book_later: boolean;
    tripdate: number;
    /** When dispatch may start; ms since the epoch. */
    dispatch_at: number;
  };
  /** settings.autoDispatch */
  autoDispatch: boolean;
  /** The last round; undefined before the first. */
  last: { policy: string; asked: number; ends_at: number; ask_at: number | null } | undefined;
  /** Number of offers that have not expired. */
  openOffers: number;
  /** ms since the epoch */
  now: number;
}

export interface SearchState {
  outcome: SearchOutcome;
  /** When offers are sent, for a `scheduled` search an estimate; null for all others. ms since the epoch */
  ask_at: number | null;
  /** When the state is expected to change next; null while unknown. ms since the epoch */
  next_look_at: number | null;
}

export function searchStateOf({ booking, autoDispatch, last, openOffers, now }: SearchFacts): SearchState {
  const of = (outcome: SearchOutcome, next_look_at: number | null): SearchState => ({
    outcome,
    ask_at: null,
    next_look_at,
  });
  if (booking.status !== 'NEW') return of('closed', null);
  if (openOffers > 0) return of('offered', last?.ends_at ?? null);
  if (!autoDispatch) return of('manual', null);
  const scheduled = scheduledAt(booking, last, now);
  if (scheduled !== null)
    return { outcome: 'scheduled', ask_at: scheduled, next_look_at: last?.ends_at ?? booking.dispatch_at };
  if (last === undefined) return of('starting', null);
  // The offers of the round were declined or have expired, so the next round is about to start. A batch can also find
  // drivers and still let the booking wait for a nearer one.
  const isGoingOn = last.asked > 0 || last.policy === 'batched';
  return of(isGoingOn ? 'starting' : 'no_candidates', last.ends_at);
}

/** Returns when offers of a later trip will be sent; null for an immediate trip, or once they are due. */
function scheduledAt(
  { book_later, tripdate, dispatch_at }: SearchFacts['booking'],
  last: SearchFacts['last'],
  now: number,
): number | null {
  if (!book_later || (last !== undefined && last.asked > 0)) return null;
  const planned = last?.ask_at ?? planOffers(tripdate, []).ask_at;
  const at = Math.max(planned, dispatch_at);
  return at > now ? at : null;
}
