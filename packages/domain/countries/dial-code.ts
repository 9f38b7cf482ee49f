// Dial codes as people pick them, and the international number they make.
import { DomainError } from '../kernel/index.ts';
import { type Country, countries } from './countries.ts';

const byCode = new Map(countries.map((country) => [country.code, country]));

/** The country of an ISO 3166-1 alpha-2 code in capitals. */
export function countryOf(code: string): Country | undefined {
  return byCode.get(code);
}

/** "1-684" → "1684": a hyphenated area code is joined without the hyphen. */
export function joinDialCode(phone: string): string {
  return phone.replaceAll(/\D/g, '');
}

/** Whether a text is written as a telephone number, in any notation: "+598 99 123 456", "(099) 123-456". */
export const isTypedNumber = (text: string): boolean => /^\+?[\d\s().-]+$/.test(text.trim());

/**
 * '+', dial code and number: internationalNumber('1-684', '633 1234') → "+16846331234". A number that already
 * starts with "+" is only tidied. Whether such a number exists is for a phone library to say.
 * Throws `invalid_mobile` unless 7 to 15 digits come out.
 */
export function internationalNumber(phone: string, number: string): string {
  const typed = number.trim();
  const digits = typed.startsWith('+') ? joinDialCode(typed) : joinDialCode(phone) + joinDialCode(typed);
  if (!/^[1-9]\d{6,14}$/.test(digits) || /[^\d\s().+/-]/.test(typed)) throw new DomainError('invalid_mobile');
  return `+${digits}`;
}
