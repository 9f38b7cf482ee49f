// React hook for the unsaved texts of a language: stores them as drafts, and saves them together.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { answers } from '../../lib/answers.ts';
import { codeOf } from '../../lib/error-code.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { keepDrafts, readDrafts, type TextDrafts, withDraft, withoutSaved } from './text-drafts.ts';
import { cleanText, type TextRow, textProblem } from './text-rows.ts';
import type { Language } from './use-language-texts.ts';
import { rejectedKeys } from './use-save-error-text.ts';

export interface TextEdits {
  readonly drafts: TextDrafts;
  /** Number of drafts that are invalid. */
  readonly wrong: number;
  readonly busy: boolean;
  /** Error code of the last save, or null. */
  readonly refusal: string | null;
  /** Keys of the texts that the server rejected in the last save. */
  readonly rejectedKeys: readonly string[];
  /** The number of texts saved last; null once dismissed. */
  readonly saved: number | null;
  readonly type: (row: TextRow, text: string) => void;
  readonly save: () => void;
  readonly discard: () => void;
  readonly forget: () => void;
  /** Rebases the drafts on the current version of the language. */
  readonly rebase: () => void;
}

const none: TextDrafts = new Map();
const noResult = { refusal: null, rejectedKeys: [], saved: null };

/** Null removes the operator's own text: for an empty field, or one equal to the text that ships with the app. */
const pairOf = (row: TextRow | undefined, text: string): string | null =>
  text.trim() === '' || text === row?.shipped ? null : text;

export function useTextEdits(language: Language, rows: readonly TextRow[]): TextEdits {
  const [edit, { isLoading: busy }] = answers.editLanguage.useMutation();
  const critical = useSettings()?.AllowCriticalEditsAdmin ?? false;
  const { id } = language;
  const [restored] = useState(() => readDrafts(id));
  const [drafts, setDrafts] = useState(restored.drafts);
  const [result, setResult] = useState<Pick<TextEdits, 'refusal' | 'rejectedKeys' | 'saved'>>(noResult);
  // With drafts, also restored ones, the version stays the one they are based on, so that a save reports a conflict.
  const [base, setBase] = useState(restored.version ?? language.version);
  const isTyped = drafts.size > 0;
  useEffect(() => {
    if (!isTyped) setBase(language.version);
  }, [isTyped, language.version]);
  const newest = useRef(drafts);
  useEffect(() => {
    newest.current = drafts;
    keepDrafts(id, drafts, base);
  }, [id, drafts, base]);

  const byKey = useMemo(() => new Map(rows.map((row) => [row.key, row])), [rows]);
  const wrong = [...drafts].filter(([key, { text }]) => {
    const row = byKey.get(key);
    return row && textProblem(text, row) !== null;
  }).length;

  const save = async (): Promise<void> => {
    if (!critical) return setResult({ ...noResult, refusal: 'demo_mode' });
    const sent = newest.current;
    const pairs = [...sent].map(([key, { text }]) => [key, pairOf(byKey.get(key), text)] as const);
    const body = { version: base, keyValuePairs: Object.fromEntries(pairs) };
    const { data: after, error } = await edit({ params: { id }, body });
    if (after === undefined)
      return setResult({ refusal: codeOf(error), rejectedKeys: rejectedKeys(error), saved: null });
    setBase(after.version);
    setDrafts((now) => withoutSaved(now, sent));
    setResult({ ...noResult, saved: sent.size });
  };
  return {
    drafts,
    wrong,
    busy,
    ...result,
    type: useCallback(
      (row, text) => setDrafts((now) => withDraft(now, row.key, cleanText(text), row.text)),
      [],
    ),
    save: () => void save(),
    discard: () => {
      keepDrafts(id, none, base);
      setDrafts(none);
    },
    forget: () => setResult(noResult),
    rebase: () => setBase(language.version),
  };
}
