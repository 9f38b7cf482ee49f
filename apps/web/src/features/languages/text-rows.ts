// Builds and filters the rows of the text editor: each key that a language needs with its English text, and unused
// keys.
import { isPlural, isUntranslated, type KeyValuePairs, neededKeys, variablesOf } from '@kerb/texts';
import { type SyntaxProblem, syntaxProblem } from '@kerb/texts/text-syntax';

export interface TextKey {
  readonly key: string;
  readonly area: string;
  readonly english: string;
}

export type CountForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
export type TextMark = 'missing' | 'copied' | 'changed' | 'unused';

export interface TextRow {
  readonly key: string;
  /** '' for a key that the product does not have. */
  readonly area: string;
  /** '' for a key that the product does not have. */
  readonly english: string;
  /** The saved text, or ''. */
  readonly text: string;
  /** The text that ships with the app; null for a key without one. */
  readonly shipped: string | null;
  /** The plural form: one, few, other …; null for a text without plural forms. */
  readonly form: CountForm | null;
  readonly mark: TextMark | null;
}

interface Sources {
  readonly locale: string;
  readonly texts: KeyValuePairs;
  readonly keys: readonly TextKey[];
  /** Texts that ship with the app in this language; null for a language that the operator added. */
  readonly shipped: KeyValuePairs | null;
  /** Texts of the default language, of which an added language started as a copy; null for other languages. */
  readonly copied: KeyValuePairs | null;
}

const englishOf = (keys: readonly TextKey[]): KeyValuePairs =>
  Object.fromEntries(keys.map(({ key, english }) => [key, english]));
const forms: readonly CountForm[] = ['zero', 'one', 'two', 'few', 'many', 'other'];
const formIn = (key: string): CountForm | null => forms.find((form) => key.endsWith(`_${form}`)) ?? null;

function markOf(text: string, key: string, { shipped, copied }: Sources): TextMark | null {
  if (text === '') return 'missing';
  if (shipped) return shipped[key] !== undefined && shipped[key] !== text ? 'changed' : null;
  return copied && isUntranslated(key, text, copied) ? 'copied' : null;
}

/** Sorted by the product's areas, unused keys last. */
export function textRows(sources: Sources): TextRow[] {
  const { texts, shipped } = sources;
  const english = englishOf(sources.keys);
  const areas = new Map(sources.keys.map(({ key, area }) => [key, area]));
  const needed = neededKeys(sources.locale, english);
  const used = needed.map(({ key, english: beside }): TextRow => {
    const isForm = isPlural(key, english) || !(key in english);
    const area = areas.get(key) ?? areas.get(key.replace(/_[a-z]+$/, '_other')) ?? '';
    const text = texts[key] ?? '';
    return {
      key,
      area,
      english: beside,
      text,
      shipped: shipped?.[key] ?? null,
      form: isForm ? formIn(key) : null,
      mark: markOf(text, key, sources),
    };
  });
  const known = new Set(needed.map(({ key }) => key));
  const unused = Object.entries(texts)
    .filter(([key]) => !known.has(key))
    .map(
      ([key, text]): TextRow => ({
        key,
        area: '',
        english: '',
        text,
        shipped: null,
        form: null,
        mark: 'unused',
      }),
    );
  return [...used, ...unused];
}

export type TextProblem =
  | { readonly what: 'unknown' | 'missing'; readonly names: readonly string[] }
  | { readonly what: SyntaxProblem };

/** Checks a text by the server's rules: a plural form may omit the count. */
export function textProblem(
  text: string,
  row: Pick<TextRow, 'english' | 'form' | 'mark'>,
): TextProblem | null {
  if (text.trim() === '' || row.mark === 'unused') return null;
  const own = variablesOf(text);
  const needed = variablesOf(row.english);
  const unknown = own.filter((name) => !needed.includes(name));
  if (unknown.length > 0) return { what: 'unknown', names: unknown };
  const syntax = syntaxProblem(text);
  if (syntax !== null) return { what: syntax };
  const missing = needed.filter((name) => !own.includes(name) && !(row.form && name === 'count'));
  return missing.length > 0 ? { what: 'missing', names: missing } : null;
}

/** Normalises typed or pasted text: line breaks stay, other control and invisible characters are removed. */
export const cleanText = (typed: string): string =>
  typed.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll(/(?!\n)\p{Cc}/gu, ' ');

export const textFilters = ['all', 'missing', 'copied', 'changed', 'unused', 'edited'] as const;
export type TextFilter = (typeof textFilters)[number];

export interface TextQuery {
  readonly q: string;
  readonly filter: TextFilter;
  /** '' for all areas of the product. */
  readonly area: string;
}

/** `typed` returns the unsaved input of a key, if any. */
export function findRows(
  rows: readonly TextRow[],
  { q, filter, area }: TextQuery,
  typed: (key: string) => string | undefined,
): TextRow[] {
  const words = q.trim().toLowerCase();
  return rows.filter((row) => {
    if (area !== '' && row.area !== area) return false;
    const draft = typed(row.key);
    if (filter === 'edited' ? draft === undefined : filter !== 'all' && row.mark !== filter) return false;
    return (
      words === '' ||
      [row.key, row.english, row.text, draft ?? ''].some((text) => text.toLowerCase().includes(words))
    );
  });
}
