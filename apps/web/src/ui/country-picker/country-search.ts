// Lists countries with their names in the languages of the app, and searches them by name, code or dial code.
import { type Country, countries, joinDialCode } from '@kerb/domain/countries';
import { type AppLanguage, offeredLanguages } from '../../lib/i18n/languages.ts';

export interface NamedCountry extends Country {
  /** Name in the current language. */
  readonly name: string;
  /** Folded names in every language of the app, which a search is compared with. */
  readonly folded: readonly string[];
}

/** Normalises a text for the search: removes accents, hamzas and case, and replaces punctuation by spaces. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function namesIn(locale: string): (country: Country) => string {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
  return ({ code, label }) => names.of(code) ?? label;
}

export function nameOf(country: Country, { locale }: AppLanguage): string {
  return namesIn(locale)(country);
}

/** All countries, sorted by the rules of the language. */
export function namedCountries({ locale }: AppLanguage): NamedCountry[] {
  const name = namesIn(locale);
  const every = offeredLanguages().map((language) => namesIn(language.locale));
  const { compare } = new Intl.Collator(locale);
  return countries
    .map((country) => ({
      ...country,
      name: name(country),
      folded: [...new Set([...every.map((inLanguage) => fold(inLanguage(country))), fold(country.label)])],
    }))
    .sort((a, b) => compare(a.name, b.name));
}

/** Rank of a match, 0 for the best; null without a match. */
function rank({ code, phone, folded }: NamedCountry, wanted: string, digits: string): number | null {
  if (digits !== '') {
    const dialCode = joinDialCode(phone);
    if (dialCode === digits) return 0;
    return dialCode.startsWith(digits) ? 1 : null;
  }
  if (code.toLowerCase() === wanted || folded.includes(wanted)) return 0;
  if (folded.some((name) => name.startsWith(wanted))) return 1;
  if (folded.some((name) => name.includes(` ${wanted}`))) return 2;
  return folded.some((name) => name.includes(wanted)) ? 3 : null;
}

/** Matches for queries such as "brasil", "BR", "+55" or "55", best first, otherwise in the given order. */
export function searchCountries(list: readonly NamedCountry[], typed: string): readonly NamedCountry[] {
  const wanted = fold(typed);
  if (wanted === '') return list;
  const digits = /^[\d +()-]+$/.test(typed.normalize('NFKC')) ? joinDialCode(typed.normalize('NFKC')) : '';
  return list
    .map((country) => ({ country, place: rank(country, wanted, digits) }))
    .filter((found) => found.place !== null)
    .sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
    .map(({ country }) => country);
}
