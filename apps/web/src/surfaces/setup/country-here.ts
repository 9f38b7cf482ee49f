// The country somebody most likely sets up for: of their number, of their browser, or the one given.
import { countryOfNumber } from '../../ui/country-picker/phone-number.ts';

/** "es-UY" says where somebody is; "es" says nothing. `mobile` in E.164. */
export function countryHere(mobile: string | null, otherwise: string): string {
  const ofNumber = mobile === null ? null : countryOfNumber(mobile, otherwise);
  return ofNumber ?? new Intl.Locale(navigator.language).region ?? otherwise;
}
