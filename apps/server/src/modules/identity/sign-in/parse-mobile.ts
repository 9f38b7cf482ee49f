// Parses a phone number into E.164 or rejects it, and finds the country of a number.
import { DomainError } from '@kerb/domain/kernel';
import parsePhoneNumberFromString from 'libphonenumber-js/max';

export function parseMobile(input: string): string {
  const phone = parsePhoneNumberFromString(input);
  if (!phone?.isValid()) throw new DomainError('invalid_mobile');
  return phone.number;
}

/** ISO 3166-1 alpha-2; null for numbers without a country. Distinguishes countries that share a dial code. */
export const countryOf = (mobile: string): string | null =>
  parsePhoneNumberFromString(mobile)?.country ?? null;
