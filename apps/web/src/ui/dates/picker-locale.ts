// Which language the date pickers speak: as dayjs has it of those that ship, as the browser has it of any other.
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

/** The pickers' name of a language: of its date locale, else of the language, else English. */
export function pickerLocale({ locale, dateLocale }: Written): string {
  const [own = 'en'] = locale.toLowerCase().split('-');
  const asWritten = dateLocale.toLowerCase();
  const fits = (one: string) => one === own || one.startsWith(`${own}-`);
  const found = shipped.find((one) => one === asWritten && fits(one)) ?? shipped.find((one) => one === own);
  if (found) return found;
  if (!isKnown(locale)) return 'en';
  return registerOwnLocale({ locale, dateLocale: isKnown(dateLocale) ? dateLocale : locale });
}
