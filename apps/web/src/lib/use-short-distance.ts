// Formats distances that a driver has yet to go, in the operator's unit and the user's language.
import { useLanguage } from './i18n/use-language.ts';
import { formatShortDistance } from './short-distance.ts';
import { useSettings } from './use-settings.ts';

/** The returned function takes kilometres. */
export function useShortDistance(): (km: number) => string {
  const inMiles = useSettings()?.convert_to_mile ?? false;
  const { dateLocale } = useLanguage();
  return (km) => formatShortDistance(km, inMiles, dateLocale);
}
