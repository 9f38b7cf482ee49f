// The names of days and months in the date pickers: as dayjs has them of the languages that ship, as the browser has them of any other.
import dayjs from 'dayjs';
import 'dayjs/locale/ar';
import 'dayjs/locale/es';
import 'dayjs/locale/fr';
import 'dayjs/locale/pt';
import 'dayjs/locale/pt-br';

const spoken = ['en', 'ar', 'es', 'fr', 'pt', 'pt-br'] as const;

interface Written {
  /** Of the words. */
  readonly locale: string;
  /** Of the order of day, month and year, and of the clock. */
  readonly dateLocale: string;
}

function isKnown(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}

const inUTC = { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' } as const;

function namesIn(locale: string, part: Intl.DateTimeFormatOptions, dates: readonly number[]): string[] {
  const format = new Intl.DateTimeFormat(locale, { ...inUTC, ...part });
  return dates.map((at) => format.format(at));
}

const tokens: Partial<Record<Intl.DateTimeFormatPartTypes, Record<string, string>>> = {
  day: { numeric: 'D', '2-digit': 'DD' },
  month: { '2-digit': 'MM', long: 'MMMM' },
  year: { numeric: 'YYYY' },
};

/** The order in which a date is written, in the signs of dayjs; marks of direction are left out. */
function orderIn(dateLocale: string, options: Record<'day' | 'month' | 'year', string>): string {
  const format = new Intl.DateTimeFormat(dateLocale, { ...inUTC, ...options } as Intl.DateTimeFormatOptions);
  return format
    .formatToParts(0)
    .map(({ type, value }) => {
      // Where months have numbers for names, the word for month stands beside it as any other.
      if (type === 'month' && options.month === 'long' && /^\d+$/.test(value)) return 'M';
      const sign = tokens[type]?.[options[type as 'day']];
      const literal = value.replaceAll(/\p{Cf}/gu, '');
      return sign ?? (/\p{L}/u.test(literal) ? `[${literal}]` : literal);
    })
    .join('');
}

/** The first day of the week, Sunday being 0; Monday where the browser does not know. */
function weekStartIn(dateLocale: string): number {
  const locale = new Intl.Locale(dateLocale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7;
}

/** Tells dayjs of a language it does not bring; answers with the name it has there. */
function tellOf({ locale, dateLocale }: Written): string {
  const name = `${locale}/${dateLocale}`.toLowerCase();
  if (name in dayjs.Ls) return name;
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2023, month, 15));
  // 1 January 2023 was a Sunday.
  const days = Array.from({ length: 7 }, (_, day) => Date.UTC(2023, 0, 1 + day));
  const clock = new Intl.DateTimeFormat(dateLocale, { ...inUTC, hour: 'numeric' });
  const hasHalves = clock.resolvedOptions().hour12 ?? false;
  const half = (hour: number) =>
    new Intl.DateTimeFormat(locale, { ...inUTC, hour: 'numeric', hour12: true })
      .formatToParts(Date.UTC(2023, 0, 1, hour))
      .find(({ type }) => type === 'dayPeriod')?.value ?? (hour < 12 ? 'AM' : 'PM');
  const LT = hasHalves ? 'h:mm A' : 'HH:mm';
  const LL = orderIn(dateLocale, { day: 'numeric', month: 'long', year: 'numeric' });
  const told: ILocale & { meridiem: (hour: number) => string } = {
    name,
    months: namesIn(locale, { month: 'long' }, months),
    monthsShort: namesIn(locale, { month: 'short' }, months),
    weekdays: namesIn(locale, { weekday: 'long' }, days),
    weekdaysShort: namesIn(locale, { weekday: 'short' }, days),
    weekdaysMin: namesIn(locale, { weekday: 'short' }, days),
    weekStart: weekStartIn(dateLocale),
    ordinal: String,
    meridiem: half,
    formats: {
      LT,
      LTS: LT.replace('mm', 'mm:ss'),
      L: orderIn(dateLocale, { day: '2-digit', month: '2-digit', year: 'numeric' }),
      LL,
      LLL: `${LL} ${LT}`,
      LLLL: `dddd, ${LL} ${LT}`,
    },
    relativeTime: {},
  };
  dayjs.locale(told, undefined, true);
  return name;
}

/** The pickers' own name of a language: as its dates are written, else as its words are; English where nobody knows it. */
export function pickerLocale({ locale, dateLocale }: Written): string {
  const [own = 'en'] = locale.toLowerCase().split('-');
  const asWritten = dateLocale.toLowerCase();
  const fits = (one: string) => one === own || one.startsWith(`${own}-`);
  const shipped = spoken.find((one) => one === asWritten && fits(one)) ?? spoken.find((one) => one === own);
  if (shipped) return shipped;
  if (!isKnown(locale)) return 'en';
  return tellOf({ locale, dateLocale: isKnown(dateLocale) ? dateLocale : locale });
}
