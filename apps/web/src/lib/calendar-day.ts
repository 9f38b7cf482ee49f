// Formats calendar days of the operator's time zone as forms and the API expect them: "2026-11-21".
import { calendarDay } from '@kerb/domain/kernel';

/** The day of a moment (ms) in an IANA time zone. */
export function dayTextOf(at: number, timeZone: string): string {
  const { year, month, day } = calendarDay(at, timeZone);
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join(
    '-',
  );
}
