// Checks the syntax of a text. Separate from index.ts, because the first load does not need it.

/** `braces`: braces that the apps would show unchanged; `reference`: another text would be inserted. */
export type SyntaxProblem = 'braces' | 'reference';

const variable = /\{\{\s*\w+\s*\}\}/g;

/**
 * Finds braces that the apps would show unchanged, and `$t(`, which they would replace by another text, possibly
 * endlessly; null for a valid text.
 */
export function syntaxProblem(text: string): SyntaxProblem | null {
  if (/\{\{\{|\}\}\}/.test(text) || /\{\{|\}\}/.test(text.replaceAll(variable, ''))) return 'braces';
  return text.includes('$t(') ? 'reference' : null;
}
