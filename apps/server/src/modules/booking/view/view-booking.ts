// "View a booking": loads one booking and presents it for the actor's role.
import type { BookingView } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, readRowsTogether } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingPolicy, permit, viewerOf } from '../booking.policy.ts';
import { presentBooking } from '../present/booking.presenter.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { fareReviewRepository } from '../store/fare-review.repository.ts';
import { offerRepository } from '../store/offer.repository.ts';

export function createViewBooking({ db, settings, clock }: Pick<BookingDeps, 'db' | 'settings' | 'clock'>) {
  const requests = offerRepository(db);
  const reviews = fareReviewRepository(db);
  const findBooking = readRowsTogether(bookingRepository(db).findEach, ({ id }) => id);

  /** Presents the booking for the actor. Throws `not_found` when they may not see it. */
  async function view(actor: Actor, booking: BookingRecord | null): Promise<BookingView> {
    if (!booking) throw new DomainError('not_found');
    const isNew = booking.status === 'NEW';
    const [current, request, open, review] = await Promise.all([
      settings.get(),
      // Only drivers have offers.
      isNew && actor.usertype === 'driver' ? requests.find(booking.id, actor.uid) : undefined,
      isNew ? requests.open(booking.id) : [],
      booking.fare_review === null ? undefined : reviews.find(booking.id),
    ]);
    const viewer = permit(bookingPolicy.getBooking, viewerOf(booking, actor, request));
    return presentBooking(booking, {
      viewer,
      uid: actor.uid,
      settings: current,
      requested: open.map(({ driver }) => driver),
      review: review ?? null,
      now: clock.now(),
    });
  }

  return {
    view,
    find: async (actor: Actor, id: string) => view(actor, await findBooking(id)),
  };
}
