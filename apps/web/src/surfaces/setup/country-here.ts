// The most likely country of a new installation: of the phone number, of the browser, or the given one.
import { countryOfNumber } from '../../ui/country-picker/phone-number.ts';

/** "es-UY" names a country; "es" does not. `mobile` in E.164. */
export function countryHere(mobile: string | null, otherwise: string): string {
  const ofNumber = mobile === null ? null : countryOfNumber(mobile, otherwise);
  return ofNumber ?? new Intl.Locale(navigator.language).region ?? otherwise;
}
