// Parses a translation map from a file, compares it with the language's texts, and exports them.
import { languageMaxBytes } from '@kerb/contract';
import type { KeyValuePairs } from '@kerb/texts';
import { cleanText, type TextRow, textProblem } from './text-rows.ts';

const maxKeyLength = 120;
const maxTextLength = 4000;

export const isTooLarge = (bytes: number): boolean => bytes > languageMaxBytes;

/** Parses a flat map of texts; null for invalid JSON, a list, or a value that is not a string. */
export function parseTexts(json: string): KeyValuePairs | null {
  try {
    const map: unknown = JSON.parse(json.replace(/^\uFEFF/, ''));
    if (typeof map !== 'object' || map === null || Array.isArray(map)) return null;
    const entries = Object.entries(map);
    const fits = ([key, text]: [string, unknown]) =>
      typeof text === 'string' && text.length <= maxTextLength && key.length <= maxKeyLength;
    if (!entries.every(fits)) return null;
    return Object.fromEntries(entries.map(([key, text]) => [key, cleanText(String(text))]));
  } catch {
    return null;
  }
}

export interface ImportPreview {
  /** The whole map to send; for a text that is invalid in the file it contains the stored one. */
  readonly keyValuePairs: Record<string, string>;
  readonly changed: number;
  readonly added: number;
  readonly unused: number;
  /** Number of texts that the language has and the file lacks. */
  readonly removed: number;
  /** Keys whose variables differ from those of the English text. */
  readonly wrong: readonly string[];
}

export function previewImport(file: KeyValuePairs, rows: readonly TextRow[]): ImportPreview {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const given = Object.entries(file).filter(([, text]) => text.trim() !== '');
  const isWrong = ([key, text]: [string, string]) => {
    const row = byKey.get(key);
    return row !== undefined && textProblem(text, row) !== null;
  };
  const wrong = given.filter(isWrong).map(([key]) => key);
  const right = given.filter((entry) => !isWrong(entry));
  const rejected = wrong.flatMap((key) => {
    const text = byKey.get(key)?.text ?? '';
    return text === '' ? [] : [[key, text]];
  });
  const named = new Set(given.map(([key]) => key));
  const count = (fits: (row: TextRow | undefined, text: string) => boolean) =>
    right.filter(([key, text]) => fits(byKey.get(key), text)).length;
  return {
    keyValuePairs: Object.fromEntries([...right, ...rejected]),
    changed: count((row, text) => row !== undefined && row.text !== '' && row.text !== text),
    added: count((row) => row !== undefined && row.text === ''),
    unused: count((row) => row === undefined || row.mark === 'unused'),
    removed: rows.filter(({ key, text, shipped }) => text !== '' && text !== shipped && !named.has(key))
      .length,
    wrong,
  };
}

/** All texts of the language as JSON, sorted by key; missing texts are included as '' to be filled in. */
export function exportTexts(rows: readonly TextRow[]): string {
  const sorted = rows.map(({ key, text }) => [key, text] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}
