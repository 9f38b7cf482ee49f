// Selects the requests for the next run of dispatch, and ends the searches that have timed out.
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { DispatchPolicy, Settings } from '@kerb/domain/settings';
import type { DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchRepository, isOfferRound, type LastRound } from './dispatch.repository.ts';
import { endOfSearch } from './end-of-search.ts';
import type { SearchStep } from './record-round.ts';

/** Maximum number of open requests whose ids are read, and of those that take part in a run; the oldest first. */
const MAX_OPEN = 10_000;
const MAX_REQUESTS = 1_000;

/**
 * Whether a request waits for the end of its last round. Under every policy a later trip waits while neither its offers
 * nor its next estimate are due. A request without a free driver waits too, except under `batched`, where it takes part
 * in every run.
 */
function mustWait(last: LastRound | undefined, policy: DispatchPolicy, now: number): boolean {
  if (last === undefined || last.ends_at <= now) return false;
  return policy === 'batched' ? !isOfferRound(last) : last.asked === 0;
}

type SearchTerms = Pick<Settings, 'dispatchPolicy' | 'offerSeconds'>;

export interface OpenRequests {
  steps: SearchStep[];
  /** The bookings that were cancelled because their search has ended. */
  ended: string[];
}

export function createOpenRequests(
  { db, clock, logger, booking: bookings }: Pick<DispatchModuleDeps, 'db' | 'clock' | 'logger' | 'booking'>,
  maxRequests = MAX_REQUESTS,
) {
  /**
   * Cache of the requests that wait for the end of their round, with that time (ms since the epoch), so that their
   * rounds are not read again in every run, and that they do not take the places of others. Valid under one policy,
   * because `mustWait` depends on it.
   */
  let heldBack: { policy: DispatchPolicy | null; until: ReadonlyMap<string, number> } = {
    policy: null,
    until: new Map(),
  };

  /** Cancels the booking. A failure is logged, so that the search of the other bookings goes on. */
  async function end(id: string, reason: string): Promise<boolean> {
    try {
      await bookings.cancelBySystem(id, reason);
      return true;
    } catch (error) {
      logger.warn({ err: error, booking: id }, 'A search could not be ended');
      return false;
    }
  }

  /** Splits the open requests into those that may be due and those that are known to wait. */
  async function dueIds({ dispatchPolicy: policy, offerSeconds }: SearchTerms, now: number) {
    const open = await bookings.withoutOffer(now, {
      limit: MAX_OPEN,
      byHandMs: offerSeconds * MS_PER_SECOND,
    });
    const known = heldBack.policy === policy ? heldBack.until : new Map<string, number>();
    const waiting = new Map<string, number>();
    const due: string[] = [];
    for (const id of open) {
      const until = known.get(id) ?? 0;
      if (until > now) waiting.set(id, until);
      else due.push(id);
    }
    return { due: due.slice(0, maxRequests), waiting };
  }

  return async function openRequests(terms: SearchTerms): Promise<OpenRequests> {
    const { dispatchPolicy: policy } = terms;
    const now = clock.now();
    const { due, waiting } = await dueIds(terms, now);
    heldBack = { policy, until: waiting };
    const steps: SearchStep[] = [];
    const ended: string[] = [];
    if (due.length === 0) return { steps, ended };
    const repository = dispatchRepository(db);
    const [found, lastRounds, manual] = await Promise.all([
      bookings.findEach(due),
      repository.lastRounds(due),
      repository.manualOf(due),
    ]);
    const resumed = [...manual].filter(([, at]) => at === null).map(([id]) => id);
    await repository.resume(resumed, now);
    const byId = new Map(found.map((booking) => [booking.id, booking]));
    for (const id of due) {
      const booking = byId.get(id);
      if (booking?.status !== 'NEW') continue;
      const last = lastRounds.get(id);
      const firstOffersAt = last?.first_offers_at ?? null;
      const resumedAt = manual.has(id) ? (manual.get(id) ?? now) : 0;
      const isHeldBack = mustWait(last, policy, now);
      const reason = endOfSearch(booking, { firstOffersAt, resumedAt }, now);
      if (reason !== null) {
        if (await end(id, reason)) ended.push(id);
      } else if (last && isHeldBack) waiting.set(id, last.ends_at);
      else {
        const offerRounds = last?.offer_rounds ?? 0;
        steps.push({ booking, last, hadOfferRound: firstOffersAt !== null, offerRounds });
      }
    }
    return { steps, ended };
  };
}
