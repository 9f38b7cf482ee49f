// A phone number as typed, in international form.
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Null when it cannot be a number; `country` (ISO 3166-1 alpha-2) completes one typed without its dial code. */
export function toE164(text: string, country: string): string | null {
  const parsed = parsePhoneNumberFromString(text, isSupportedCountry(country) ? country : undefined);
  return parsed?.isPossible() ? parsed.number : null;
}
