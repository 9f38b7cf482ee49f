// Dial codes for the country picker, and the international numbers made from them.
import { DomainError } from '../kernel/index.ts';
import { type Country, countries } from './countries.ts';

const byCode = new Map(countries.map((country) => [country.code, country]));

/** Returns the country of an ISO 3166-1 alpha-2 code in capitals. */
export function countryOf(code: string): Country | undefined {
  return byCode.get(code);
}

/** "1-684" → "1684": joins a hyphenated area code without the hyphen. */
export function joinDialCode(phone: string): string {
  return phone.replaceAll(/\D/g, '');
}

/** Returns whether a text looks like a telephone number, in any notation: "+598 99 123 456", "(099) 123-456". */
export const isTypedNumber = (text: string): boolean => /^\+?[\d\s().-]+$/.test(text.trim());

/**
 * Joins '+', dial code and number: internationalNumber('1-684', '633 1234') → "+16846331234". In a number that already
 * starts with "+", only separators are removed. Does not check whether the number exists; a phone library does that.
 * Throws `invalid_mobile` unless the result has 7 to 15 digits.
 */
export function internationalNumber(phone: string, number: string): string {
  const typed = number.trim();
  const digits = typed.startsWith('+') ? joinDialCode(typed) : joinDialCode(phone) + joinDialCode(typed);
  if (!/^[1-9]\d{6,14}$/.test(digits) || /[^\d\s().+/-]/.test(typed)) throw new DomainError('invalid_mobile');
  return `+${digits}`;
}
