// Validates a language's locale and name, and formats an example date and number.
import { hasInvisibleCharacters } from '@kerb/domain/kernel';

const tag = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/;

/** Canonical form of a locale ("PT-br" is "pt-BR"); null when it is invalid or not supported. */
export function localeOf(typed: string): string | null {
  const text = typed.trim();
  if (text.length > 35 || !tag.test(text)) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}

/** A date and a number in the locale's format: "Nov 22, 2026 · 1,234.5". */
export function exampleOf(locale: string, at: number): string {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(at);
  return `${date} · ${new Intl.NumberFormat(locale).format(1234.5)}`;
}

/** Error key for a language's name, by the server's rules; null for a valid name. */
export function nameProblemOf(typed: string): 'hidden_letters' | 'language_name_missing' | null {
  const name = typed.trim();
  if (hasInvisibleCharacters(name)) return 'hidden_letters';
  return /[\p{L}\p{N}]/u.test(name) ? null : 'language_name_missing';
}
