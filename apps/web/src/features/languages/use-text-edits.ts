// The unsaved texts of a language: drafts until they are saved, and saved together.
import { editLanguage, type Language } from '@kerb/sdk/store/console';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useKerbDispatch } from '../../lib/store.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { keepDrafts, readDrafts, type TextDrafts, withDraft, withoutSaved } from './text-drafts.ts';
import { cleanText, type TextRow, textProblem } from './text-rows.ts';

export interface TextEdits {
  readonly drafts: TextDrafts;
  /** How many of them cannot be saved as they are. */
  readonly wrong: number;
  readonly busy: boolean;
  /** The key of a refusal. */
  readonly refusal: string | null;
  /** The number of texts saved last; null once dismissed. */
  readonly saved: number | null;
  readonly type: (row: TextRow, text: string) => void;
  readonly save: () => void;
  readonly discard: () => void;
  readonly forget: () => void;
}

const none: TextDrafts = new Map();

/** A field that is empty, or says what the app brings along, has no text of the operator's. */
const pairOf = (row: TextRow | undefined, text: string): string | null =>
  text.trim() === '' || text === row?.shipped ? null : text;

export function useTextEdits(
  language: Language,
  rows: readonly TextRow[],
  onSaved: (language: Language) => void,
): TextEdits {
  const dispatch = useKerbDispatch();
  const critical = useSettings()?.AllowCriticalEditsAdmin ?? false;
  const { id } = language;
  const [drafts, setDrafts] = useState(() => readDrafts(id));
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<{ refusal: string | null; saved: number | null }>({
    refusal: null,
    saved: null,
  });
  const newest = useRef(drafts);
  useEffect(() => {
    newest.current = drafts;
    keepDrafts(id, drafts);
  }, [id, drafts]);

  const byKey = useMemo(() => new Map(rows.map((row) => [row.key, row])), [rows]);
  const wrong = [...drafts].filter(([key, { text }]) => {
    const row = byKey.get(key);
    return row && textProblem(text, row) !== null;
  }).length;

  const save = async (): Promise<void> => {
    if (!critical) return setResult({ refusal: 'demo_mode', saved: null });
    const sent = newest.current;
    const pairs = [...sent].map(([key, { text }]) => [key, pairOf(byKey.get(key), text)] as const);
    const data = { id, version: language.version, keyValuePairs: Object.fromEntries(pairs) };
    setBusy(true);
    try {
      const after = await dispatch(editLanguage({ method: 'Update', data })).unwrap();
      setDrafts((now) => withoutSaved(now, sent));
      setResult({ refusal: null, saved: sent.size });
      if (after) onSaved(after);
    } catch (code) {
      setResult({ refusal: typeof code === 'string' ? code : 'internal', saved: null });
    } finally {
      setBusy(false);
    }
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
      keepDrafts(id, none);
      setDrafts(none);
    },
    forget: () => setResult({ refusal: null, saved: null }),
  };
}
