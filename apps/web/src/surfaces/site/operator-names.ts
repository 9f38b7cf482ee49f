// The names of the service and its operator on public pages.
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { useAppName } from '../../ui/brand.tsx';

/** The country's name in a language; its code where the browser has none. */
function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** For texts: name of the service, the company behind it, and where. */
export function useOperatorNames() {
  const name = useAppName();
  const settings = useSettings();
  const { dateLocale } = useLanguage();
  return {
    name,
    company: settings?.CompanyName || name,
    city: settings?.city.name ?? '',
    country: settings ? countryName(settings.country, dateLocale) : '',
  };
}
