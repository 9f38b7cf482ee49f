// The names of days and months in the date pickers, in the languages that ship; English in any other.
import 'dayjs/locale/ar';
import 'dayjs/locale/es';
import 'dayjs/locale/fr';
import 'dayjs/locale/pt';
import 'dayjs/locale/pt-br';

const spoken = ['ar', 'es', 'fr', 'pt', 'pt-br'] as const;

/** The pickers' own name of a language: as its dates are written, else as its words are. */
export function pickerLocale({ locale, dateLocale }: { locale: string; dateLocale: string }): string {
  const [own = 'en'] = locale.toLowerCase().split('-');
  const asWritten = dateLocale.toLowerCase();
  const fits = (one: string) => one === own || one.startsWith(`${own}-`);
  return spoken.find((one) => one === asWritten && fits(one)) ?? spoken.find((one) => one === own) ?? 'en';
}
