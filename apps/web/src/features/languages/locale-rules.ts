// What may be typed as a language's locale and name, and how its dates and numbers then look.
import { holdsHiddenLetters } from '@kerb/domain/kernel';

const tag = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/;

/** As it is written everywhere ("PT-br" is "pt-BR"); null for what is no locale. */
export function localeOf(typed: string): string | null {
  const text = typed.trim();
  if (text.length > 35 || !tag.test(text)) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}

/** A date and a number as the locale has them: "Nov 22, 2026 · 1,234.5". */
export function exampleOf(locale: string, at: number): string {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(at);
  return `${date} · ${new Intl.NumberFormat(locale).format(1234.5)}`;
}

/** The key of what is wrong with a language's name, as the server sees it; null when nothing is. */
export function nameProblemOf(typed: string): 'hidden_letters' | 'language_name_missing' | null {
  const name = typed.trim();
  if (holdsHiddenLetters(name)) return 'hidden_letters';
  return /[\p{L}\p{N}]/u.test(name) ? null : 'language_name_missing';
}
