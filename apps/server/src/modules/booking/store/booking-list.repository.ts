// The SQL of booking lists: filters, sorting and keyset pagination.
import type { BookingFilters, BookingSort } from '@kerb/contract';
import { activeStatuses, type BookingStatus, busyStatuses } from '@kerb/domain/booking';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Queries } from '../../../kit/index.ts';
import { type BookingTables, type ListedBooking, listedColumns } from './booking.tables.ts';
import {
  hasAnsweredOffer,
  isCountedIn,
  isUnderWayAtHour,
  isUnderWayIn,
  wantedHour,
} from './counted-bookings.repository.ts';

/** Limits the list to one user's or fleet's bookings; all bookings when empty. */
export interface ListScope {
  customer?: string;
  driver?: string;
  fleetadmin?: string;
}

export interface ListOrder {
  sort: BookingSort;
  order: 'asc' | 'desc';
}

/** The value by which a booking is sorted besides its id; '' in a list sorted by time of booking. */
export type SortValue = string | number;

/** A booking with the value by which it was sorted. */
export interface SortedBooking extends ListedBooking {
  sort_value: SortValue;
}

export interface ListPage extends ListOrder {
  /** The last booking of the previous page. */
  after: { id: string; value: SortValue } | null;
  /** Limits the list to these bookings; all when omitted. */
  ids?: readonly string[] | undefined;
  clock: ListClock;
  limit: number;
}

export interface ListClock {
  /** ms since the epoch; later trip dates count as upcoming. */
  now: number;
  /** Time zone for the filter by hour of the day. */
  timezone: string;
}

export interface CountOptions {
  clock: ListClock;
  most: number;
}

/** Statuses before the start of a trip: a booking is upcoming only in these. */
const beforeTheTrip: readonly BookingStatus[] = ['PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED'];

type ListQuery<O> = SelectQueryBuilder<BookingTables, 'bookings', O>;

const inScope = <O>(query: ListQuery<O>, { customer, driver, fleetadmin }: ListScope): ListQuery<O> => {
  let own = query;
  if (customer !== undefined) own = own.where('customer', '=', customer);
  if (driver !== undefined) own = own.where('driver', '=', driver);
  if (fleetadmin !== undefined) own = own.where('fleetadmin', '=', fleetadmin);
  return own;
};

function inState<O>(query: ListQuery<O>, filters: BookingFilters, now: number): ListQuery<O> {
  const { status, active, upcoming } = filters;
  let wanted = query;
  if (status !== undefined && status.length > 0) wanted = wanted.where('status', 'in', status);
  if (active === true) wanted = wanted.where('status', 'in', activeStatuses);
  if (active === false) wanted = wanted.where('status', 'not in', activeStatuses);
  if (upcoming !== undefined)
    wanted = wanted.where((where) => {
      const isUpcoming = where.and([
        where('book_later', '=', true),
        where('tripdate', '>=', now),
        where('status', 'in', beforeTheTrip),
      ]);
      return upcoming ? isUpcoming : where.not(isUpcoming);
    });
  return wanted;
}

/**
 * A word of at least three letters is found anywhere by the trigram index, a shorter one only at the start of a word.
 */
const LETTERS_ANYWHERE = 3;

/**
 * Whether the text contains the word. The column `search` is in lower case and without accents, so the word is folded
 * too.
 */
function contains(text: RawBuilder<string>, word: string): RawBuilder<boolean> {
  const escaped = word.replaceAll(/[\\%_]/g, '\\$&');
  if ([...word].length >= LETTERS_ANYWHERE) return sql<boolean>`${text} like kerb_fold(${`%${escaped}%`})`;
  return sql<boolean>`(${text} like kerb_fold(${`${escaped}%`}) or ${text} like kerb_fold(${`% ${escaped}%`}))`;
}

/**
 * Filters by a word. Drivers cannot find finished trips by house number, because exact addresses are hidden from them
 * after the trip.
 */
function withWord<O>(query: ListQuery<O>, word: string, ofDriver: boolean): ListQuery<O> {
  const found = query.where(contains(sql<string>`search`, word));
  if (!ofDriver || !/\p{Nd}/u.test(word)) return found;
  return found.where((where) =>
    where.or([
      where('status', 'in', busyStatuses),
      contains(
        sql<string>`kerb_fold(reference || ' ' || customer_name || ' ' || coalesce(vehicle_number, '') || ' ' || replace(coalesce(vehicle_number, ''), ' ', ''))`,
        word,
      ),
    ]),
  );
}

/** Filters by the time of the trip; for the figure `utilisation`, by when a booking occupied its driver. */
function inPeriod<O>(query: ListQuery<O>, filters: BookingFilters, { now, timezone }: ListClock) {
  const { from, to, hour, counted } = filters;
  let wanted = query;
  if (counted === 'utilisation') {
    const span = { starts: from ?? 0, ends: to ?? now };
    wanted = wanted.where(isUnderWayIn(span, now));
    return hour === undefined
      ? wanted
      : wanted.where(isUnderWayAtHour(span, { now, hour, timeZone: timezone }));
  }
  if (from !== undefined) wanted = wanted.where('tripdate', '>=', from);
  if (to !== undefined) wanted = wanted.where('tripdate', '<', to);
  if (hour !== undefined) wanted = wanted.where(wantedHour(timezone), '=', hour);
  if (counted === 'acceptance') return wanted.where(hasAnsweredOffer);
  return counted === undefined ? wanted : wanted.where(isCountedIn[counted]);
}

/**
 * Applies all filters. Every word of `q` must occur in the reference, the names, the vehicle number or the addresses.
 */
function matching<O>(
  query: ListQuery<O>,
  filters: BookingFilters,
  { clock, ofDriver }: { clock: ListClock; ofDriver: boolean },
): ListQuery<O> {
  const { carType, q, person, area, reason } = filters;
  let wanted = inPeriod(inState(query, filters, clock.now), filters, clock);
  if (area !== undefined) wanted = wanted.where('pickup_cell', 'in', area);
  if (reason !== undefined) wanted = wanted.where('reason', '=', reason);
  if (carType !== undefined) wanted = wanted.where('car_type', '=', carType);
  if (person !== undefined)
    wanted = wanted.where((where) =>
      where.or([where('customer', '=', person), where('driver', '=', person)]),
    );
  const words = (q ?? '').split(/\s+/).filter(Boolean);
  for (const word of words) wanted = withWord(wanted, word, ofDriver);
  return wanted;
}

/**
 * SQL expressions to sort by, as indexed by migrations 0096 and 0162. Ids are UUIDv7 from the time of booking, so
 * "bookingDate" sorts by id alone.
 */
export const sortedBy: Readonly<Record<Exclude<BookingSort, 'bookingDate'>, string>> = {
  tripdate: 'tripdate',
  trip_cost: "(case when status = 'CANCELLED' then cancellation_fee else trip_cost - discount_amount end)",
  customer: 'kerb_fold(customer_name)',
  driver: "kerb_fold(coalesce(driver_name, ''))",
  vehicle_number: "kerb_fold(coalesce(vehicle_number, ''))",
  status: 'kerb_booking_stage(status)',
};

function ordered<O>(query: ListQuery<O>, { sort, order, after }: ListPage) {
  if (sort === 'bookingDate') {
    const rest = after ? query.where('id', order === 'asc' ? '>' : '<', after.id) : query;
    return rest.select(sql<SortValue>`''`.as('sort_value')).orderBy('id', order);
  }
  const by = sql.raw<SortValue>(sortedBy[sort]);
  const beyond = sql.raw(order === 'asc' ? '>' : '<');
  const rest = after
    ? query.where(sql<boolean>`(${by}, id) ${beyond} (${after.value}, ${after.id}::uuid)`)
    : query;
  return rest.select(by.as('sort_value')).orderBy(by, order).orderBy('id', order);
}

/**
 * A search by word first reads only the newest bookings: this many for each booking of the page, up to the maximum. A
 * word that occurs in more than one of 400 bookings fills the page from them, whereas the index of words would read
 * every booking that contains it.
 */
const LOOKED_THROUGH_FOR_EACH = 400;
const MAX_SCANNED = 12_000;

/**
 * `newest`: only the newest bookings. `by word`: by the index of words, when the newest bookings did not fill the page.
 */
type SearchedIn = 'all' | 'newest' | 'by word';

const findsNewest = (filters: BookingFilters, { sort, order, ids }: ListPage) =>
  filters.q !== undefined && sort === 'bookingDate' && order === 'desc' && ids === undefined;

export const bookingListRepository = (queries: Queries) => {
  const db = queries.withTables<BookingTables>();

  function matchingOf<O>(query: ListQuery<O>, scope: ListScope, filters: BookingFilters, page: ListPage) {
    return matching(query, filters, { clock: page.clock, ofDriver: scope.driver !== undefined });
  }

  /** The bookings that match the filters, read as `from` selects. */
  function candidates(scope: ListScope, filters: BookingFilters, page: ListPage, from: SearchedIn) {
    const { after, limit } = page;
    const bookings = inScope(db.selectFrom('bookings').selectAll(), scope);
    switch (from) {
      case 'all':
        return matchingOf(inScope(db.selectFrom('bookings'), scope), scope, filters, page);
      case 'newest': {
        const size = Math.min(limit * LOOKED_THROUGH_FOR_EACH, MAX_SCANNED);
        const rest = after ? bookings.where('id', '<', after.id) : bookings;
        const newest = db.selectFrom(rest.orderBy('id', 'desc').limit(size).as('bookings'));
        return matchingOf(newest, scope, filters, page);
      }
      case 'by word':
        // The offset makes PostgreSQL find the bookings by the index of words before it sorts them; otherwise it would
        // scan all ids in order.
        return db.selectFrom(matchingOf(bookings, scope, filters, page).offset(0).as('bookings'));
    }
  }

  /** Finds the ids of the page first, so that the shown columns are read for its rows only and not for all matches. */
  function readPage(scope: ListScope, filters: BookingFilters, page: ListPage, from: SearchedIn) {
    const bookings = candidates(scope, filters, page, from).select('id as found_id');
    const given = page.ids ? bookings.where('id', 'in', page.ids) : bookings;
    const found = ordered(given, page).limit(page.limit);
    return db
      .selectFrom(found.as('found'))
      .innerJoin('bookings', 'bookings.id', 'found.found_id')
      .select(listedColumns)
      .select([
        'found.sort_value',
        sql<string>`pickup ->> 'add'`.as('pickup_address'),
        sql<string>`drop_point ->> 'add'`.as('drop_address'),
        sql<ListedBooking['pricing']>`pricing - 'tariff'`.as('pricing'),
      ])
      .orderBy('found.sort_value', page.order)
      .orderBy('bookings.id', page.order)
      .execute();
  }

  return {
    async page(scope: ListScope, filters: BookingFilters, page: ListPage): Promise<SortedBooking[]> {
      if (!findsNewest(filters, page)) return readPage(scope, filters, page, 'all');
      const newest = await readPage(scope, filters, page, 'newest');
      return newest.length === page.limit ? newest : readPage(scope, filters, page, 'by word');
    },

    /** Counts the matches, at most up to `most`. */
    async count(scope: ListScope, filters: BookingFilters, { clock, most }: CountOptions): Promise<number> {
      const query = db.selectFrom('bookings').select(sql<number>`1`.as('one'));
      const found = matching(inScope(query, scope), filters, { clock, ofDriver: scope.driver !== undefined });
      const { total } = await db
        .selectFrom(found.limit(most).as('found'))
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return Number(total);
    },
  };
};
