// Parses phone numbers as users type them in one field: finds the country, converts to E.164, and formats the rest.
import {
  type Country,
  countries,
  countryOf,
  internationalNumber,
  joinDialCode,
} from '@kerb/domain/countries';
import { AsYouType, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

export interface TypedPhone {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly text: string;
}

/** Converts Arabic and Persian digits to Latin ones. */
function latinDigits(text: string): string {
  return text
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x06_60))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06_f0));
}

/** Normalises typed text: Latin digits, and "+" in place of "00" or a full-width plus. */
function plain(text: string): string {
  return latinDigits(text.normalize('NFKC'))
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .trim()
    .replace(/^00(?=[1-9])/, '+');
}

export const isInternational = (text: string): boolean => plain(text).startsWith('+');

function validNumber(text: string, code?: string): string | null {
  const parsed = parsePhoneNumberFromString(text, code && isSupportedCountry(code) ? code : undefined);
  return parsed?.isValid() ? parsed.number : null;
}

/**
 * Prepends the dial code (with the area code, if the country's dial code includes one) and validates; null if invalid.
 */
function joined({ phone }: Country, text: string): string | null {
  try {
    return validNumber(internationalNumber(phone, text));
  } catch {
    return null;
  }
}

/**
 * Returns the number in E.164, or null while it is invalid. A number without "+" gets the country's dial code; a number
 * with "+" may belong to any country.
 */
export function toE164({ country: code, text }: TypedPhone): string | null {
  const typed = plain(text);
  const country = countryOf(code);
  if (/[^\d\s().+/-]/.test(typed)) return null;
  if (typed.startsWith('+')) return validNumber(typed);
  if (!country) return null;
  // libphonenumber handles national prefixes such as a leading zero, and numbers that already contain the area code.
  const known = validNumber(typed, code);
  return known?.startsWith(`+${joinDialCode(country.phone)}`) ? known : (joined(country, typed) ?? known);
}

/**
 * Returns the country of a text that starts with "+". If several countries share the dial code, the chosen one is
 * preferred, then the one that libphonenumber detects.
 */
export function countryOfNumber(text: string, chosen: string): string | null {
  const typed = plain(text);
  if (!typed.startsWith('+')) return null;
  const digits = joinDialCode(typed);
  const reached = countries.filter(({ phone }) => digits.startsWith(joinDialCode(phone)));
  const longest = Math.max(0, ...reached.map(({ phone }) => joinDialCode(phone).length));
  const sharing = reached.filter(({ phone }) => joinDialCode(phone).length === longest);
  if (sharing.some(({ code }) => code === chosen)) return chosen;
  const typing = new AsYouType();
  typing.input(typed);
  const known = typing.getCountry();
  return (sharing.find(({ code }) => code === known) ?? sharing[0])?.code ?? null;
}

/** Like `toE164`, but null for a number of another country when the country is fixed. */
export function numberInField(phone: TypedPhone, choosable: boolean): string | null {
  const isOfOther =
    !choosable && (countryOfNumber(phone.text, phone.country) ?? phone.country) !== phone.country;
  return isOfOther ? null : toE164(phone);
}

/**
 * Splits a complete number into its country and the national part in that country's format; null while it is
 * incomplete.
 */
export function splitNumber(text: string, chosen: string): TypedPhone | null {
  const number = toE164({ country: chosen, text });
  const country = countryOfNumber(text, chosen);
  if (number === null || country === null) return null;
  const dialCode = joinDialCode(countryOf(country)?.phone ?? '');
  const rest = number.slice(1 + dialCode.length);
  // Groups of digits in the country's format; an area code that belongs to the dial code is not a group of its own.
  const [first = '', ...groups] = (parsePhoneNumberFromString(number)?.formatInternational() ?? '').split(
    ' ',
  );
  const grouped = groups.join(' ');
  const isSame = first === `+${dialCode}` && toE164({ country, text: grouped }) === number;
  return { country, text: isSame ? grouped : rest };
}

/** Dial code such as "+1-684"; must be rendered left-to-right, even within right-to-left text. */
export const dialCodeText = ({ phone }: Country): string => `+${phone}`;
