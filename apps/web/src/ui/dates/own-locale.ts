// Builds a dayjs locale from Intl for languages that dayjs lacks: names of days and months, order, clock and first day.
import dayjs from 'dayjs';

export interface Written {
  /** Locale of the words. */
  readonly locale: string;
  /** Locale of the order of day, month and year, and of the clock. */
  readonly dateLocale: string;
}

const inUTC = { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' } as const;

function namesIn(locale: string, part: Intl.DateTimeFormatOptions, dates: readonly number[]): string[] {
  const format = new Intl.DateTimeFormat(locale, { ...inUTC, ...part });
  return dates.map((at) => format.format(at));
}

/** Formats in digits, 01/12/2026, and with the month's name. */
const styles = {
  digits: { day: '2-digit', month: '2-digit', year: 'numeric' },
  words: { day: 'numeric', month: 'long', year: 'numeric' },
} as const;
const signs = {
  digits: { day: 'DD', month: 'MM', year: 'YYYY' },
  words: { day: 'D', month: 'MMMM', year: 'YYYY' },
} as const;

/** The format of a date in dayjs tokens, without direction marks. */
function orderIn(dateLocale: string, style: keyof typeof styles): string {
  const parts = new Intl.DateTimeFormat(dateLocale, { ...inUTC, ...styles[style] }).formatToParts(0);
  const written = parts.map(({ type, value }) => {
    // Japanese months are numbers, followed by the word for month as a separate part.
    if (type === 'month' && style === 'words' && /^\d+$/.test(value)) return 'M';
    if (type === 'day' || type === 'month' || type === 'year') return signs[style][type];
    const literal = value.replaceAll(/\p{Cf}/gu, '');
    return /\p{L}/u.test(literal) ? `[${literal}]` : literal;
  });
  return written.join('');
}

/** The first day of the week, 0 for Sunday; Monday when the browser does not provide it. */
function weekStartIn(dateLocale: string): number {
  const locale = new Intl.Locale(dateLocale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7;
}

/** AM or PM in the language. */
function halfIn(locale: string, hour: number): string {
  const clock = new Intl.DateTimeFormat(locale, { ...inUTC, hour: 'numeric', hour12: true });
  const half = clock.formatToParts(Date.UTC(2023, 0, 1, hour)).find(({ type }) => type === 'dayPeriod');
  return half?.value ?? (hour < 12 ? 'AM' : 'PM');
}

function clockIn(dateLocale: string): string {
  const { hour12 } = new Intl.DateTimeFormat(dateLocale, { ...inUTC, hour: 'numeric' }).resolvedOptions();
  return hour12 ? 'h:mm A' : 'HH:mm';
}

/** Registers the language with dayjs, once, and returns its name there. Throws a RangeError for an invalid locale. */
export function registerOwnLocale({ locale, dateLocale }: Written): string {
  const name = `${locale}/${dateLocale}`.toLowerCase();
  if (name in dayjs.Ls) return name;
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2023, month, 15));
  // 1 January 2023 was a Sunday.
  const days = Array.from({ length: 7 }, (_, day) => Date.UTC(2023, 0, 1 + day));
  const LT = clockIn(dateLocale);
  const LL = orderIn(dateLocale, 'words');
  const built: ILocale & { meridiem: (hour: number) => string } = {
    name,
    months: namesIn(locale, { month: 'long' }, months),
    monthsShort: namesIn(locale, { month: 'short' }, months),
    weekdays: namesIn(locale, { weekday: 'long' }, days),
    weekdaysShort: namesIn(locale, { weekday: 'short' }, days),
    weekdaysMin: namesIn(locale, { weekday: 'short' }, days),
    weekStart: weekStartIn(dateLocale),
    ordinal: String,
    meridiem: (hour) => halfIn(locale, hour),
    formats: {
      LT,
      LTS: LT.replace('mm', 'mm:ss'),
      L: orderIn(dateLocale, 'digits'),
      LL,
      LLL: `${LL} ${LT}`,
      LLLL: `dddd, ${LL} ${LT}`,
    },
    relativeTime: {},
  };
  dayjs.locale(built, undefined, true);
  return name;
}
