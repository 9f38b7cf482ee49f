// Selects the dayjs locale of the date pickers: dayjs's own for shipped languages, one built from Intl for others.
import 'dayjs/locale/ar';
import 'dayjs/locale/es';
import 'dayjs/locale/fr';
import 'dayjs/locale/pt';
import 'dayjs/locale/pt-br';
import { registerOwnLocale, type Written } from './own-locale.ts';

const shipped = ['en', 'ar', 'es', 'fr', 'pt', 'pt-br'] as const;

function isKnown(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}

/** dayjs locale name for a language: that of its date locale, else of the language, else English. */
export function pickerLocale({ locale, dateLocale }: Written): string {
  const [own = 'en'] = locale.toLowerCase().split('-');
  const asWritten = dateLocale.toLowerCase();
  const fits = (one: string) => one === own || one.startsWith(`${own}-`);
  const found = shipped.find((one) => one === asWritten && fits(one)) ?? shipped.find((one) => one === own);
  if (found) return found;
  if (!isKnown(locale)) return 'en';
  return registerOwnLocale({ locale, dateLocale: isKnown(dateLocale) ? dateLocale : locale });
}
