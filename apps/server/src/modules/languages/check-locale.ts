// Normalises the locales and names of languages before they are stored.
import { DomainError, hasInvisibleCharacters } from '@kerb/domain/kernel';

/** Whether the text is a well-formed BCP 47 locale, whether or not the language exists. */
export function isLocale(text: string): boolean {
  try {
    return new Intl.Locale(text).language !== '';
  } catch {
    return false;
  }
}

/** Length of the column, in characters. */
const LONGEST = 35;

/** "PT-br" → "pt-BR". Throws `invalid_input` for an invalid BCP 47 locale and for one that is too long. */
export function canonicalLocale(locale: string, path: string): string {
  // Intl replaces legacy names by their current ones, which may be longer: "islamicc" becomes "islamic-civil".
  const normalised = isLocale(locale) ? new Intl.Locale(locale).toString() : '';
  if (normalised === '' || normalised.length > LONGEST)
    throw new DomainError('invalid_input', undefined, [{ path, message: 'Not a locale' }]);
  return normalised;
}

/** Throws `invalid_input` for a name with invisible characters. */
export function checkName(langName: string): void {
  if (hasInvisibleCharacters(langName) || !/[\p{L}\p{N}]/u.test(langName))
    throw new DomainError('invalid_input', undefined, [
      { path: 'langName', message: 'Holds letters that cannot be seen' },
    ]);
}
