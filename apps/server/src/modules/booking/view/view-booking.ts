// Reading one booking, by whoever may see it.
import type { BookingView } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingPolicy, permit, viewerOf } from '../booking.policy.ts';
import { bookingRepository } from '../booking.repository.ts';
import type { BookingRecord } from '../booking.tables.ts';
import { requestRepository } from '../requests/request.repository.ts';
import { presentBooking } from './booking.presenter.ts';

export function createViewBooking({ db, settings, clock }: Pick<BookingDeps, 'db' | 'settings' | 'clock'>) {
  const requests = requestRepository(db);

  /** What the actor may see of it; not_found when that is nothing. */
  async function view(actor: Actor, booking: BookingRecord | undefined): Promise<BookingView> {
    if (!booking) throw new DomainError('not_found');
    const isNew = booking.status === 'NEW';
    const [current, request, open] = await Promise.all([
      settings.get(),
      isNew ? requests.find(booking.id, actor.uid) : undefined,
      isNew ? requests.open(booking.id) : [],
    ]);
    const viewer = permit(bookingPolicy.getBooking, viewerOf(booking, actor, request));
    return presentBooking(booking, {
      viewer,
      uid: actor.uid,
      settings: current,
      requested: open.map(({ driver }) => driver),
      now: clock.now(),
    });
  }

  return {
    view,
    find: async (actor: Actor, id: string) => view(actor, await bookingRepository(db).find(id)),
  };
}
