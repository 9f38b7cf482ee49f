// The rules that the texts of a language keep, so that no text breaks what it stands in.
import { languageMaxBytes } from '@kerb/contract';
import { DomainError, type FieldError } from '@kerb/domain/kernel';
import { type KeyValuePairs, variablesAmiss, variablesOf } from '@kerb/texts';
import type { NeededKey, ShippedTexts } from './shipped-texts.ts';

const MOST_ERRORS = 50;

/** Lines may be broken; nothing else that cannot be seen. */
const CONTROL = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}]/u;

const braced = (names: readonly string[]): string => names.map((name) => `{{${name}}}`).join(', ');

const FILLED_IN = /\{\{\s*\w+\s*\}\}/g;

/** The apps would show such braces as they are, and the text of another key, or of the same without end, for `$t(`. */
function syntaxError(text: string): string | null {
  if (/\{\{\{|\}\}\}/.test(text) || /\{\{|\}\}/.test(text.replaceAll(FILLED_IN, '')))
    return 'Holds braces that are not filled in: a variable is written {{name}}';
  return text.includes('$t(') ? 'Holds $t(, which stands for another text' : null;
}

function variableError(text: string, needed: NeededKey, all: KeyValuePairs): string | null {
  const syntax = syntaxError(text);
  if (syntax !== null) return syntax;
  const { missing, unknown } = variablesAmiss(text, needed, all);
  if (unknown.length > 0)
    return `${braced(unknown)} is not filled in here; there is ${braced(variablesOf(needed.english)) || 'nothing to fill in'}`;
  return missing.length > 0 ? `Must hold ${braced(missing)}` : null;
}

/** Throws `invalid_input` naming each key that breaks a rule, at most 50. */
export function checkTexts(pairs: KeyValuePairs, locale: string, shipped: ShippedTexts): void {
  const needed = shipped.neededBy(locale);
  const errors: FieldError[] = [];
  for (const [key, text] of Object.entries(pairs)) {
    if (errors.length === MOST_ERRORS) break;
    const path = `keyValuePairs.${key.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '?')}`;
    const known = needed.get(key);
    const message =
      CONTROL.test(text) || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(key)
        ? 'Holds control characters'
        : known && variableError(text, known, shipped.english);
    if (message) errors.push({ path, message });
  }
  if (errors.length > 0) throw new DomainError('invalid_input', undefined, errors);
}

/** Throws `invalid_input` for more than is taken in at once: a language does not grow beyond it by pieces either. */
export function checkSize(pairs: KeyValuePairs): void {
  if (Buffer.byteLength(JSON.stringify(pairs)) > languageMaxBytes)
    throw new DomainError('invalid_input', 'All texts together are too large', [
      { path: 'keyValuePairs', message: `At most ${languageMaxBytes} bytes` },
    ]);
}

/**
 * The texts to store: blank ones are left out, and so are those of a shipped language that equal the shipped text.
 * A key that the product does not have stays, unused.
 */
export function pairsToKeep(pairs: KeyValuePairs, locale: string, shipped: ShippedTexts): KeyValuePairs {
  const own = shipped.of(locale);
  return Object.fromEntries(
    Object.entries(pairs).filter(([key, text]) => text.trim() !== '' && own?.get(key) !== text),
  );
}
