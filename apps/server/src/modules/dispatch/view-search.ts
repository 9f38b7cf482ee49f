// "What is being done": the state of a booking's search for its rider, with counts and times but without drivers.
import type { RouteAnswer, Routes } from '@kerb/contract';
import { searchStateOf } from '@kerb/domain/dispatch';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { DispatchModuleDeps } from './dispatch.deps.ts';
import { dispatchPolicy } from './dispatch.policy.ts';
import { dispatchRepository } from './dispatch.repository.ts';

type ViewSearchDeps = Pick<DispatchModuleDeps, 'db' | 'clock' | 'settings'> & {
  booking: Pick<DispatchModuleDeps['booking'], 'find' | 'openOffers'>;
};

export function createViewSearch({ db, clock, settings, booking: bookings }: ViewSearchDeps) {
  const repository = dispatchRepository(db);
  /** Throws `not_found` when the actor may not see the booking. */
  return async function viewSearch(actor: Actor, id: string): Promise<RouteAnswer<Routes['getSearch']>> {
    const booking = await bookings.find(id);
    if (!booking || !dispatchPolicy.getSearch(actor, booking)) throw new DomainError('not_found');
    const now = clock.now();
    const [{ autoDispatch }, last, offers, requests] = await Promise.all([
      settings.get(),
      repository.lastRound(id),
      repository.offersOfRounds(id),
      bookings.openOffers(id),
    ]);
    const open = requests.filter(({ expires_at }) => expires_at > now).map(({ driver }) => driver);
    const state = searchStateOf({ booking, autoDispatch, last, openOffers: open.length, now });
    const isOffered = state.outcome === 'offered';
    const [newest = 0, before = newest] = offers.toReversed();
    return {
      ...state,
      round: offers.length,
      asked: isOffered ? open.length : 0,
      widened: newest > before,
      nearest_secs: isOffered && last ? await repository.nearestOf(last.id, open) : null,
      given_back_at: booking.given_back_at,
      since: last?.at ?? null,
    };
  };
}
