// A phone number as people type it in one field: which country it is of, its international form, and how it is shown.
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

/** Arabic and Persian digits are digits, too. */
function latinDigits(text: string): string {
  return text
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x06_60))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06_f0));
}

/** As a keyboard of digits would write it; "+" may be the "00" of most countries, or a full-width one. */
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

/** The number after the dial code and, where the country has one, the area code. */
function joined({ phone }: Country, text: string): string | null {
  try {
    return validNumber(internationalNumber(phone, text));
  } catch {
    return null;
  }
}

/**
 * In E.164, or null while it is no valid number. A number without "+" is completed by the country's dial code;
 * with it, it may be of any country.
 */
export function toE164({ country: code, text }: TypedPhone): string | null {
  const typed = plain(text);
  const country = countryOf(code);
  if (/[^\d\s().+/-]/.test(typed)) return null;
  if (typed.startsWith('+')) return validNumber(typed);
  if (!country) return null;
  // The library knows the leading zero of a country, and a number that has its area code already.
  const known = validNumber(typed, code);
  return known?.startsWith(`+${joinDialCode(country.phone)}`) ? known : (joined(country, typed) ?? known);
}

/** Whose number "+…" begins; of countries that share a dial code the chosen one, then the one the library knows. */
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

/** As `toE164`, but null for a number of another country where the country is fixed. */
export function numberInField(phone: TypedPhone, choosable: boolean): string | null {
  const isOfOther =
    !choosable && (countryOfNumber(phone.text, phone.country) ?? phone.country) !== phone.country;
  return isOfOther ? null : toE164(phone);
}

/** What a full number becomes in the field: its country picked, the rest of it as that country writes it. */
export function splitNumber(text: string, chosen: string): TypedPhone | null {
  const number = toE164({ country: chosen, text });
  const country = countryOfNumber(text, chosen);
  if (number === null || country === null) return null;
  const dialCode = joinDialCode(countryOf(country)?.phone ?? '');
  const rest = number.slice(1 + dialCode.length);
  // In groups as that country writes it; an area code within the dial code is no group of its own.
  const [first = '', ...groups] = (parsePhoneNumberFromString(number)?.formatInternational() ?? '').split(
    ' ',
  );
  const grouped = groups.join(' ');
  const isSame = first === `+${dialCode}` && toE164({ country, text: grouped }) === number;
  return { country, text: isSame ? grouped : rest };
}

/** "+1-684"; shown from left to right also within right-to-left text. */
export const dialCodeText = ({ phone }: Country): string => `+${phone}`;
