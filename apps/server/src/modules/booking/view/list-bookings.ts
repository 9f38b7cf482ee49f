// "Booking lists" (specification §6): a page of the bookings that the actor may see, filtered and sorted.
import type { BookingFilters, BookingSummary } from '@kerb/contract';
import type { Settings } from '@kerb/domain/settings';
import type { Actor } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { listScope, personFilter, viewerOf } from '../booking.policy.ts';
import { presentSummary } from '../present/booking.presenter.ts';
import { bookingListRepository, type ListOrder } from '../store/booking-list.repository.ts';
import { bookingCursor } from './booking-cursor.ts';

export interface ListQuery extends BookingFilters, ListOrder {
  limit: number;
  cursor?: string | undefined;
}

/** Provides the time zone for the filter by hour. */
interface CalendarOfLists {
  settings: { get(): Promise<Pick<Settings, 'timezone'>> };
}

/** The function of the fleet module that lists use. */
interface FleetOfLists {
  fleet: Pick<BookingDeps['fleet'], 'driverOf'>;
}

/** The filters that the actor may apply; null when they select a person outside the actor's scope. */
export function createAllowedFilters({ fleet }: FleetOfLists) {
  return async function allowedFilters(
    actor: Actor,
    { person, ...filters }: BookingFilters,
  ): Promise<BookingFilters | null> {
    const driver =
      person !== undefined && actor.usertype === 'fleetadmin' ? await fleet.driverOf(person) : null;
    const ofPerson = personFilter(actor, person, driver ?? null);
    return ofPerson === 'no_access' ? null : { ...filters, ...ofPerson };
  };
}

export function createListBookings(deps: Pick<BookingDeps, 'db' | 'settings' | 'fleet' | 'clock'>) {
  const allowedFilters = createAllowedFilters(deps);
  const bookings = bookingListRepository(deps.db);

  /** Throws `invalid_input` for a cursor that no list in this order issued. */
  return async function listBookings(
    actor: Actor,
    { limit, cursor, sort, order, ...filters }: ListQuery,
  ): Promise<{ items: BookingSummary[]; nextCursor: string | null }> {
    const after = cursor === undefined ? null : bookingCursor.read({ sort, order }, cursor);
    const allowed = await allowedFilters(actor, filters);
    if (!allowed) return { items: [], nextCursor: null };
    const now = deps.clock.now();
    const settings = await deps.settings.get();
    const clock = { now, timezone: settings.timezone };
    const asked = { sort, order, after, clock, limit: limit + 1 };
    const rows = await bookings.page(listScope(actor), allowed, asked);
    const page = rows.slice(0, limit);
    const items = page.flatMap((booking) => {
      const viewer = viewerOf(booking, actor);
      return viewer ? [presentSummary(booking, { viewer, settings, now })] : [];
    });
    const last = page.at(-1);
    const nextCursor =
      last && rows.length > page.length
        ? bookingCursor.write({ sort, order }, { value: last.sort_value, id: last.id })
        : null;
    return { items, nextCursor };
  };
}

const MAX_COUNTED = 1000;

/** Counts the bookings of a list, up to 1,000: counting all of a long list would cost as much as reading it. */
export function createCountBookings(
  deps: Pick<BookingDeps, 'db' | 'clock'> & FleetOfLists & CalendarOfLists,
) {
  const allowedFilters = createAllowedFilters(deps);
  const bookings = bookingListRepository(deps.db);

  return async function countBookings(
    actor: Actor,
    filters: BookingFilters,
  ): Promise<{ count: number; more: boolean }> {
    const allowed = await allowedFilters(actor, filters);
    if (!allowed) return { count: 0, more: false };
    const { timezone } = await deps.settings.get();
    const clock = { now: deps.clock.now(), timezone };
    const count = await bookings.count(listScope(actor), allowed, { clock, most: MAX_COUNTED + 1 });
    return { count: Math.min(count, MAX_COUNTED), more: count > MAX_COUNTED };
  };
}
