// Locales and names of languages as they are kept.
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

/** "PT-br" → "pt-BR". Throws `invalid_input` for what is no BCP 47 locale, and one that is too long as it is kept. */
export function canonicalLocale(locale: string, path: string): string {
  // Old names in a locale become their longer new ones: "islamicc" is "islamic-civil".
  const kept = isLocale(locale) ? new Intl.Locale(locale).toString() : '';
  if (kept === '' || kept.length > LONGEST)
    throw new DomainError('invalid_input', undefined, [{ path, message: 'Not a locale' }]);
  return kept;
}

/** Throws `invalid_input` for a name that cannot be read. */
export function checkName(langName: string): void {
  if (holdsHiddenLetters(langName) || !/[\p{L}\p{N}]/u.test(langName))
    throw new DomainError('invalid_input', undefined, [
      { path: 'langName', message: 'Holds letters that cannot be seen' },
    ]);
}
