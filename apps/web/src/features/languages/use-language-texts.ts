// A language with its texts as rows, read when its editor opens and whenever it is asked for again.

import type { KerbDispatch } from '@kerb/sdk/store';
import { type Language, readLanguage, readTextKeys } from '@kerb/sdk/store/console';
import type { KeyValuePairs } from '@kerb/texts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { store, useKerbDispatch } from '../../lib/store.ts';
import { type TextKey, type TextRow, textRows } from './text-rows.ts';

const files = import.meta.glob<Record<string, string>>('../../../../../packages/texts/locales/*/*.json', {
  import: 'default',
});

/** Null for a language that the app does not bring along. */
async function shippedTexts(locale: string): Promise<KeyValuePairs | null> {
  const own = Object.entries(files).filter(([file]) => file.includes(`/locales/${locale}/`));
  if (own.length === 0) return null;
  const texts = await Promise.all(own.map(([, read]) => read()));
  return Object.assign({}, ...texts);
}

interface Sources {
  readonly language: Language;
  readonly keys: readonly TextKey[];
  readonly shipped: KeyValuePairs | null;
  readonly copied: KeyValuePairs | null;
}

/** The default language's texts, which one of the operator's own began with. */
async function copiedBy(language: Language, dispatch: KerbDispatch): Promise<KeyValuePairs | null> {
  const { defaultLanguage } = store.getState().languagedata;
  if (language.shipped || !defaultLanguage || defaultLanguage.id === language.id) return null;
  return (await dispatch(readLanguage(defaultLanguage.id)).unwrap()).keyValuePairs;
}

/** Throws the key of the error. */
export async function readSources(id: string, dispatch: KerbDispatch): Promise<Sources> {
  const [language, keys] = await Promise.all([
    dispatch(readLanguage(id)).unwrap(),
    dispatch(readTextKeys()).unwrap(),
  ]);
  const [shipped, copied] = await Promise.all([
    language.shipped ? shippedTexts(language.langLocale) : null,
    copiedBy(language, dispatch),
  ]);
  return { language, keys, shipped, copied };
}

export const rowsOf = ({ language, keys, shipped, copied }: Sources): TextRow[] =>
  textRows({ locale: language.langLocale, texts: language.keyValuePairs, keys, shipped, copied });

export interface LanguageTexts {
  /** Null until it is here. */
  readonly language: Language | null;
  readonly rows: readonly TextRow[];
  /** The key of why it could not be read; null when it could. */
  readonly problem: string | null;
  readonly reload: () => Promise<void>;
  /** It is like this now. */
  readonly take: (language: Language) => void;
}

export function useLanguageTexts(id: string): LanguageTexts {
  const dispatch = useKerbDispatch();
  const [sources, setSources] = useState<Sources | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const reload = useCallback(async () => {
    try {
      setSources(await readSources(id, dispatch));
      setProblem(null);
    } catch (code) {
      setProblem(typeof code === 'string' ? code : 'internal');
    }
  }, [id, dispatch]);
  useEffect(() => void reload(), [reload]);
  return {
    language: sources?.language ?? null,
    rows: useMemo(() => (sources ? rowsOf(sources) : []), [sources]),
    problem,
    reload,
    take: useCallback((language) => setSources((before) => before && { ...before, language }), []),
  };
}
