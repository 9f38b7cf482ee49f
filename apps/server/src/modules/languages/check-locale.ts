// Normalises the locales and names of languages before they are stored.
import { DomainError, holdsHiddenLetters } from '@kerb/domain/kernel';

/** Whether it is a BCP 47 locale, known or not. */
export function isLocale(text: string): boolean {
  try {
    return new Intl.Locale(text).language !== '';
  } catch {
    return false;
  }
}

/** As the table keeps them. */
const LONGEST = 35;

/** "PT-br" → "pt-BR". Throws `invalid_input` for an invalid BCP 47 locale, and for one that is too long once normalised. */
export function canonicalLocale(locale: string, path: string): string {
  // Old names in a locale become their longer new ones: "islamicc" is "islamic-civil".
  const normalised = isLocale(locale) ? new Intl.Locale(locale).toString() : '';
  if (normalised === '' || normalised.length > LONGEST)
    throw new DomainError('invalid_input', undefined, [{ path, message: 'Not a locale' }]);
  return normalised;
}

/** Throws `invalid_input` for a name that cannot be read. */
export function checkName(langName: string): void {
  if (holdsHiddenLetters(langName) || !/[\p{L}\p{N}]/u.test(langName))
    throw new DomainError('invalid_input', undefined, [
      { path: 'langName', message: 'Holds letters that cannot be seen' },
    ]);
}
