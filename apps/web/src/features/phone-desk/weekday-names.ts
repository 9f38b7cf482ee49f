// Formats names of weekdays in a locale.

/** Monday, 5 January 2026, as a reference date. */
const aMonday = Date.UTC(2026, 0, 5, 12);
const dayMs = 86_400_000;

/** `weekday` by ISO 8601: Monday is 1, Sunday is 7. */
export const weekdayName = (weekday: number, locale: string, style: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' }).format(
    aMonday + (weekday - 1) * dayMs,
  );

/** "Mon, Wed and Fri" */
export const weekdayNames = (weekdays: readonly number[], locale: string): string =>
  new Intl.ListFormat(locale, { style: 'short', type: 'conjunction' }).format(
    weekdays.map((weekday) => weekdayName(weekday, locale, 'short')),
  );
