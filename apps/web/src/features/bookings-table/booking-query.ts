// The filters of the bookings' table: as they stand in the address, and as the API is asked for them.
import { type BookingStatus, bookingStatus } from '@kerb/domain/booking';
import { type CalendarDay, endOfDay } from '@kerb/domain/kernel';

export const bookingViews = ['all', 'active', 'upcoming'] as const;
export type BookingsView = (typeof bookingViews)[number];

export interface TableFilters {
  readonly show: BookingsView;
  /** None: all of them. */
  readonly status: readonly BookingStatus[];
  /** Days of the trip, "YYYY-MM-DD" in the operator's time zone, both included; '' for no bound. */
  readonly from: string;
  readonly to: string;
  /** Id of a car type; '' for all. */
  readonly car: string;
}

/** What the API is asked for, as it is written into an address. */
export interface BookingsQuery {
  status?: string;
  active?: string;
  upcoming?: string;
  from?: number;
  to?: number;
  carType?: string;
  q?: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Null for what is no day of the calendar. */
function toDay(text: string): CalendarDay | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const at = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.getUTCDate() !== Number(day)) return null;
  return { year: Number(year), month: Number(month), day: Number(day) };
}

/** What the address says and the table knows; the rest of it is passed over. */
export function filtersOf(params: URLSearchParams): TableFilters {
  const text = (name: string) => params.get(name) ?? '';
  const day = (name: string) => (toDay(text(name)) ? text(name) : '');
  const asked = text('status').split(',');
  return {
    show: bookingViews.find((view) => view === text('show')) ?? 'all',
    status: bookingStatus.options.filter((status) => asked.includes(status)),
    from: day('from'),
    to: day('to'),
    car: uuid.test(text('car')) ? text('car') : '',
  };
}

/** Whether anything narrows the list. */
export const isNarrowed = ({ show, status, from, to, car }: TableFilters, q: string): boolean =>
  show !== 'all' || status.length > 0 || from !== '' || to !== '' || car !== '' || q !== '';

export function queryOf(filters: TableFilters, q: string, timeZone: string): BookingsQuery {
  const { show, status, car } = filters;
  const from = toDay(filters.from);
  const to = toDay(filters.to);
  return {
    ...(status.length > 0 && { status: status.join(',') }),
    ...(show === 'active' && { active: 'true' }),
    ...(show === 'upcoming' && { upcoming: 'true' }),
    // A day begins where the one before it ends.
    ...(from && { from: endOfDay({ ...from, day: from.day - 1 }, timeZone) }),
    ...(to && { to: endOfDay(to, timeZone) }),
    ...(car !== '' && { carType: car }),
    ...(q !== '' && { q }),
  };
}
