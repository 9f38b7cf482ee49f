// Parses the bookings table's filters from the page's query string, and converts them to the API's parameters.
import { type BookingStatus, bookingStatus } from '@kerb/domain/booking';
import { type FigureName, figureNames, MAX_AREA_CELLS } from '@kerb/domain/figures';
import { type CalendarDay, endOfDay, momentOf } from '@kerb/domain/kernel';
import { isUuid } from '../../lib/is-uuid.ts';

export const bookingViews = ['all', 'active', 'upcoming'] as const;
export type BookingsView = (typeof bookingViews)[number];

export interface TableFilters {
  readonly show: BookingsView;
  /** Empty for all statuses. */
  readonly status: readonly BookingStatus[];
  /**
   * Days of the trip, "YYYY-MM-DD" in the operator's time zone, both included; '' for no bound. `to` may also be the minute
   * before which trips are listed, "YYYY-MM-DDThh:mm".
   */
  readonly from: string;
  readonly to: string;
  /** Id of a car type; '' for all. */
  readonly car: string;
  /** The dashboard figure that counts these bookings; '' for no such filter. */
  readonly counted: FigureName | '';
  /** Hour of the day, "0" to "23" in the operator's time zone; '' for all. */
  readonly hour: string;
  /** Grid cells of the pickup in the API's format, and the name shown for them; '' for no such filter. */
  readonly area: string;
  readonly place: string;
  /** Cancellation reason exactly as stored; '' for any. */
  readonly reason: string;
}

/** Parameters of the API request, in the format of a query string. */
export interface BookingsQuery {
  status?: string;
  active?: string;
  upcoming?: string;
  from?: number;
  to?: number;
  carType?: string;
  counted?: FigureName;
  hour?: number;
  area?: string;
  reason?: string;
  q?: string;
}

/** Null when the text is not a valid calendar day. */
function toDay(text: string): CalendarDay | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const at = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.getUTCDate() !== Number(day)) return null;
  return { year: Number(year), month: Number(month), day: Number(day) };
}

const minute = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d$/;
const isMinute = (text: string): boolean => toDay(minute.exec(text)?.[1] ?? '') !== null;

/** The day of a bound that may include a time. */
export const dayOfBound = (bound: string): string => bound.slice(0, 10);

const isArea = (text: string): boolean =>
  /^-?\d{1,6}:-?\d{1,6}(_-?\d{1,6}:-?\d{1,6})*$/.test(text) && text.split('_').length <= MAX_AREA_CELLS;

/** Parses the filters from the page's query string; unknown and invalid parameters are ignored. */
export function filtersOf(params: URLSearchParams): TableFilters {
  const text = (name: string) => params.get(name) ?? '';
  const day = (name: string) => (toDay(text(name)) ? text(name) : '');
  const asked = text('status').split(',');
  return {
    show: bookingViews.find((view) => view === text('show')) ?? 'all',
    status: bookingStatus.options.filter((status) => asked.includes(status)),
    from: day('from'),
    to: isMinute(text('to')) ? text('to') : day('to'),
    car: isUuid(text('car')) ? text('car') : '',
    counted: figureNames.find((name) => name === text('counted')) ?? '',
    hour: /^(\d|1\d|2[0-3])$/.test(text('hour')) ? text('hour') : '',
    area: isArea(text('area')) ? text('area') : '',
    place: isArea(text('area')) ? text('place').slice(0, 60) : '',
    reason: text('reason').slice(0, 500),
  };
}

/** True when any filter or search is set. */
export const isNarrowed = (filters: TableFilters, q: string): boolean => {
  const { show, status, from, to, car, counted, hour, area, reason } = filters;
  return (
    show !== 'all' ||
    status.length > 0 ||
    [from, to, car, counted, hour, area, reason, q].some((text) => text !== '')
  );
};

/** The end of the bound (exclusive), ms since the epoch. */
function endOf(bound: string, timeZone: string): number | null {
  if (isMinute(bound)) return momentOf(Date.parse(`${bound}Z`), timeZone);
  const day = toDay(bound);
  return day && endOfDay(day, timeZone);
}

export function queryOf(filters: TableFilters, q: string, timeZone: string): BookingsQuery {
  const { show, status, car, counted, hour, area, reason } = filters;
  const from = toDay(filters.from);
  const to = endOf(filters.to, timeZone);
  return {
    ...(status.length > 0 && { status: status.join(',') }),
    ...(show === 'active' && { active: 'true' }),
    ...(show === 'upcoming' && { upcoming: 'true' }),
    // A day begins at the end of the previous one.
    ...(from && { from: endOfDay({ ...from, day: from.day - 1 }, timeZone) }),
    ...(to !== null && { to }),
    ...(car !== '' && { carType: car }),
    ...(counted !== '' && { counted }),
    ...(hour !== '' && { hour: Number(hour) }),
    ...(area !== '' && { area }),
    ...(reason !== '' && { reason }),
    ...(q !== '' && { q }),
  };
}
