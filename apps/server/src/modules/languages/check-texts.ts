// Validates the texts of a language, so that no text breaks the page or message that contains it.
import { languageMaxBytes } from '@kerb/contract';
import { DomainError, type FieldError } from '@kerb/domain/kernel';
import { type KeyValuePairs, variablesOf, wrongVariables } from '@kerb/texts';
import { type SyntaxProblem, syntaxProblem } from '@kerb/texts/text-syntax';
import type { NeededKey, ShippedTexts } from './shipped-texts.ts';

const MAX_ERRORS = 50;

/** Control characters and line separators; line feeds are allowed. */
const CONTROL = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}]/u;

const braced = (names: readonly string[]): string => names.map((name) => `{{${name}}}`).join(', ');

const syntaxErrors: Record<SyntaxProblem, string> = {
  braces: 'Holds braces that are not filled in: a variable is written {{name}}',
  reference: 'Holds $t(, which stands for another text',
};

function variableError(text: string, needed: NeededKey, all: KeyValuePairs): string | null {
  const syntax = syntaxProblem(text);
  if (syntax !== null) return syntaxErrors[syntax];
  const { missing, unknown } = wrongVariables(text, needed, all);
  if (unknown.length > 0)
    return `${braced(unknown)} is not filled in here; there is ${braced(variablesOf(needed.english)) || 'nothing to fill in'}`;
  return missing.length > 0 ? `Must hold ${braced(missing)}` : null;
}

/** Throws `invalid_input` naming each key that breaks a rule, at most 50. */
export function checkTexts(pairs: KeyValuePairs, locale: string, shipped: ShippedTexts): void {
  const needed = shipped.neededBy(locale);
  const errors: FieldError[] = [];
  for (const [key, text] of Object.entries(pairs)) {
    if (errors.length === MAX_ERRORS) break;
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

/**
 * Throws `invalid_input` when the texts exceed the size limit of an import, so that repeated edits cannot exceed it
 * either.
 */
export function checkSize(pairs: KeyValuePairs): void {
  if (Buffer.byteLength(JSON.stringify(pairs)) > languageMaxBytes)
    throw new DomainError('invalid_input', 'All texts together are too large', [
      { path: 'keyValuePairs', message: `At most ${languageMaxBytes} bytes` },
    ]);
}

/**
 * Selects the texts to store: blank ones are left out, and so are texts of a shipped language that equal the shipped
 * text. Texts of unknown keys are stored but not used.
 */
export function pairsToKeep(pairs: KeyValuePairs, locale: string, shipped: ShippedTexts): KeyValuePairs {
  const own = shipped.of(locale);
  return Object.fromEntries(
    Object.entries(pairs).filter(([key, text]) => text.trim() !== '' && own?.get(key) !== text),
  );
}
