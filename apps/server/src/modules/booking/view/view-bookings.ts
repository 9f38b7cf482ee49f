// Reading bookings: one, by whoever may see it; and the pages of a person's list, newest first.
import type { BookingSummary, BookingView } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingPolicy, listScope, permit, personFilter, viewerOf } from '../booking.policy.ts';
import { bookingRepository } from '../booking.repository.ts';
import type { BookingRecord } from '../booking.tables.ts';
import { requestRepository } from '../requests/request.repository.ts';
import { presentBooking, presentSummary } from './booking.presenter.ts';

export interface ListQuery {
  limit: number;
  cursor?: string | undefined;
  status?: readonly BookingStatus[] | undefined;
  active?: boolean | undefined;
  q?: string | undefined;
  /** Only bookings of this person; says nothing to riders and drivers, who have their own anyway. */
  person?: string | undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createViewBookings({ db, settings, fleet }: Pick<BookingDeps, 'db' | 'settings' | 'fleet'>) {
  const requests = requestRepository(db);

  /** What the actor may see of it; not_found when that is nothing. */
  async function view(actor: Actor, booking: BookingRecord | undefined): Promise<BookingView> {
    if (!booking) throw new DomainError('not_found');
    const isNew = booking.status === 'NEW';
    const [current, request, open] = await Promise.all([
      settings.get(),
      isNew ? requests.find(booking.id, actor.uid) : undefined,
      isNew ? requests.countOpen([booking.id]) : undefined,
    ]);
    const viewer = permit(bookingPolicy.getBooking, viewerOf(booking, actor, request));
    return presentBooking(booking, { viewer, settings: current, requestedCount: open?.get(booking.id) ?? 0 });
  }

  async function list(
    actor: Actor,
    query: ListQuery,
  ): Promise<{ items: BookingSummary[]; nextCursor: string | null }> {
    const { limit, cursor, person, ...filters } = query;
    if (cursor !== undefined && !UUID.test(cursor))
      throw new DomainError('invalid_input', 'This cursor was not given by this list');
    const driver = person !== undefined && actor.usertype === 'fleetadmin' && (await fleet.driverOf(person));
    const ofPerson = personFilter(actor, person, driver || null);
    if (ofPerson === 'nobody') return { items: [], nextCursor: null };
    const [current, rows] = await Promise.all([
      settings.get(),
      bookingRepository(db).list({
        ...listScope(actor),
        ...filters,
        ...ofPerson,
        ...(cursor === undefined ? {} : { before: cursor }),
        limit: limit + 1,
      }),
    ]);
    const page = rows.slice(0, limit);
    const items = page.flatMap((booking) => {
      const viewer = viewerOf(booking, actor);
      return viewer ? [presentSummary(booking, { viewer, settings: current })] : [];
    });
    return { items, nextCursor: rows.length > page.length ? (page.at(-1)?.id ?? null) : null };
  }

  return {
    view,
    list,
    find: async (actor: Actor, id: string) => view(actor, await bookingRepository(db).find(id)),
  };
}
