// Guesses the country of a new installation from the phone number, else from the browser's language, else a default.
import { countryOfNumber } from '../../ui/country-picker/phone-number.ts';

/**
 * The browser's language contains a country only in tags such as "es-UY". `mobile` in E.164; `otherwise` is the
 * default.
 */
export function countryHere(mobile: string | null, otherwise: string): string {
  const ofNumber = mobile === null ? null : countryOfNumber(mobile, otherwise);
  return ofNumber ?? new Intl.Locale(navigator.language).region ?? otherwise;
}
