// React hook that returns the names of the service and its operator for public pages.
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { useAppName } from '../../ui/brand.tsx';

/** The country's name in a language; its code when the browser has no name. */
function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Values for texts: names of the service, the company and the country. */
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
