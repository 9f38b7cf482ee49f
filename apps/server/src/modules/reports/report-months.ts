// Months in the operator's time zone: their notation, names, beginnings and ends.
import { calendarDay, DomainError, startOfMonth } from '@kerb/domain/kernel';

/** Names by the specification (monthsName); readers see them in their own language. */
export const monthsNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** A calendar month, counted from January of the year 0. */
export type MonthNumber = number;

export interface ReportMonth {
  number: MonthNumber;
  /** First ms of the month, and first ms of the next month; ms since the epoch. */
  starts: number;
  ends: number;
}

export const monthNumber = (year: number, month: number): MonthNumber => year * 12 + month - 1;

/** Parses '2026-05'. Throws `invalid_input` for anything else. */
export function parseMonth(text: string): MonthNumber {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (!year || !month) throw new DomainError('invalid_input', `${text} is not a month`);
  return monthNumber(Number(year), Number(month));
}

export function describeMonth(number: MonthNumber): { year: number; month: number; monthsName: string } {
  const year = Math.floor(number / 12);
  const index = number - year * 12;
  return { year, month: index + 1, monthsName: monthsNames[index] ?? '' };
}

export function writeMonth(number: MonthNumber): string {
  const { year, month } = describeMonth(number);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}

/** The month of a time in the time zone. */
export function monthOf(at: number, timezone: string): MonthNumber {
  const { year, month } = calendarDay(at, timezone);
  return monthNumber(year, month);
}

function begins(number: MonthNumber, timezone: string): number {
  const { year, month } = describeMonth(number);
  // The 15th, because it is in the same month in every time zone.
  return startOfMonth(Date.UTC(year, month - 1, 15), timezone);
}

export const reportMonth = (number: MonthNumber, timezone: string): ReportMonth => ({
  number,
  starts: begins(number, timezone),
  ends: begins(number + 1, timezone),
});

/** Every month of the range, both ends included; empty when `from` is after `to`. */
export function monthsBetween(from: MonthNumber, to: MonthNumber, timezone: string): ReportMonth[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) =>
    reportMonth(from + index, timezone),
  );
}
