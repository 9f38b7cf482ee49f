// Parses the figures' options from the query string, computes the period, and builds links to the bookings behind a
// number.
import { type FigureGroup, type Figures, type FiguresBy, figuresBy } from '@kerb/contract';
import { type DayRange, type FigureName, figureNames, MAX_FIGURE_DAYS } from '@kerb/domain/figures';
import { calendarDay, isoDay, parseDay } from '@kerb/domain/kernel';
import { paths } from '../../lib/paths.ts';

export const figurePeriods = ['7d', '30d', '90d', 'today', 'own'] as const;
export type FigurePeriodChoice = (typeof figurePeriods)[number];

const lengths: Readonly<Record<Exclude<FigurePeriodChoice, 'own'>, number>> = {
  today: 1,
  '7d': 7,
  '30d': 30,
  '90d': 90,
};

export interface FiguresChoice {
  readonly period: FigurePeriodChoice;
  readonly by: FiguresBy;
  /** The figure shown in the chart. */
  readonly figure: FigureName;
  readonly range: DayRange;
  /** True for an invalid custom period: it ends before it begins, ends in the future, or is too long. */
  readonly isWrong: boolean;
}

const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && isoDay(parseDay(text)) === text;
};

/** The last `days` days including today, in the operator's time zone. */
function lastDays(days: number, now: number, timeZone: string): DayRange {
  const to = isoDay(calendarDay(now, timeZone));
  return { from: isoDay(parseDay(to, 1 - days)), to };
}

export function choiceOf(params: URLSearchParams, now: number, timeZone: string): FiguresChoice {
  const text = (name: string) => params.get(name) ?? '';
  const period = figurePeriods.find((one) => one === text('period')) ?? '7d';
  const today = isoDay(calendarDay(now, timeZone));
  const week = lastDays(lengths['7d'], now, timeZone);
  const own = {
    from: isDay(text('from')) ? text('from') : week.from,
    to: isDay(text('to')) ? text('to') : week.to,
  };
  const range = period === 'own' ? own : lastDays(lengths[period], now, timeZone);
  const isTooLong = isoDay(parseDay(range.from, MAX_FIGURE_DAYS - 1)) < range.to;
  return {
    period,
    by: figuresBy.options.find((one) => one === text('by')) ?? 'hour',
    figure: figureNames.find((one) => one === text('figure')) ?? 'waiting',
    range,
    isWrong: range.from > range.to || range.to > today || isTooLong,
  };
}

/** The group within the period that a number counts. */
export type GroupKey = Pick<FigureGroup, 'hour' | 'day' | 'day_before' | 'area'>;

export interface GroupOfBookings {
  readonly figure?: FigureName;
  readonly group?: GroupKey;
  readonly reason?: string;
}

interface BookingsBehind extends GroupOfBookings {
  readonly range: DayRange;
  /** True when the number is of the previous period; `range` is that period then. */
  readonly isBefore?: boolean;
}

/** The bounds of the counted bookings, which end at the current minute while the period is not over. */
export const countedRange = ({
  from,
  to,
  counted_until,
}: Pick<Figures, 'from' | 'to'> & Partial<Pick<Figures, 'counted_until'>>): DayRange => ({
  from,
  // An earlier server, during an update, does not send the minute.
  to: counted_until ?? to,
});

/** Path of the bookings table with filters that match exactly the bookings a number counts. */
export function bookingsBehind({ range, figure, group, reason, isBefore = false }: BookingsBehind): string {
  const day = (isBefore ? group?.day_before : group?.day) ?? null;
  const { from, to } = day === null ? range : { from: day, to: dayOrMinute(day, range.to) };
  const params = new URLSearchParams({ from, to });
  if (figure !== undefined) params.set('counted', figure);
  if (reason !== undefined) {
    params.set('status', 'CANCELLED');
    params.set('reason', reason);
  }
  if (typeof group?.hour === 'number') params.set('hour', String(group.hour));
  if (group?.area) {
    params.set('area', group.area.cells.join('_'));
    if (group.area.name !== null) params.set('place', group.area.name);
  }
  return `${paths.bookings}?${params.toString()}`;
}

/** When the period ends at a minute of this day, the day ends there too. */
const dayOrMinute = (day: string, to: string): string => (to.startsWith(`${day}T`) ? to : day);
