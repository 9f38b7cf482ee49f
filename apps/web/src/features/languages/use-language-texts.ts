// React hook that loads a language with its texts as rows, when the editor opens and on `reload`.

import type { LanguageChoice, RouteAnswer, Routes } from '@kerb/contract';
import type { KeyValuePairs } from '@kerb/texts';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect, useMemo, useState } from 'react';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { store, useKerbSelector } from '../../lib/store.ts';
import { type TextKey, type TextRow, textRows } from './text-rows.ts';

export type Language = RouteAnswer<Routes['getLanguage']>;

const files = import.meta.glob<Record<string, string>>('../../../../../packages/texts/locales/*/*.json', {
  import: 'default',
});

/** Null for a language that does not ship with the app. */
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

const shippedOf = ({ shipped, langLocale }: Language) => (shipped ? shippedTexts(langLocale) : null);

/** Id of the default language, whose texts an added language was copied from; null for other languages. */
function copiedFrom(language: Language, byDefault: LanguageChoice | null): string | null {
  if (language.shipped || byDefault === null || byDefault.id === language.id) return null;
  return byDefault.id;
}

const newest = { forceRefetch: true, subscribe: false } as const;
const readLanguage = (id: string): Promise<Language> =>
  store.dispatch(answers.getLanguage.initiate({ params: { id } }, newest)).unwrap();

/** Loads the texts once, for an export. Throws the ApiError. */
export async function readSources(id: string): Promise<Sources> {
  const [language, keys] = await Promise.all([
    readLanguage(id),
    store.dispatch(answers.listTextKeys.initiate(undefined, newest)).unwrap(),
  ]);
  const copied = copiedFrom(language, store.getState().languagedata.defaultLanguage);
  const shipped = await shippedOf(language);
  const copy = copied === null ? null : await readLanguage(copied);
  return { language, keys: keys.items, shipped, copied: copy?.keyValuePairs ?? null };
}

export const rowsOf = ({ language, keys, shipped, copied }: Sources): TextRow[] =>
  textRows({ locale: language.langLocale, texts: language.keyValuePairs, keys, shipped, copied });

/** Texts that ship with the app; undefined while loading. */
function useShipped(language: Language | null): KeyValuePairs | null | undefined {
  const [loaded, setLoaded] = useState<{ locale: string; texts: KeyValuePairs | null } | null>(null);
  const locale = language?.shipped ? language.langLocale : null;
  useEffect(() => {
    if (locale === null) return;
    let isShown = true;
    void shippedTexts(locale).then((texts) => isShown && setLoaded({ locale, texts }));
    return () => {
      isShown = false;
    };
  }, [locale]);
  if (locale === null) return null;
  return loaded?.locale === locale ? loaded.texts : undefined;
}

export interface LanguageTexts {
  /** Null until the language and everything its rows need are loaded. */
  readonly language: Language | null;
  readonly rows: readonly TextRow[];
  /** Error of the last request; null after a success. */
  readonly problem: unknown;
  readonly reload: () => void;
}

export function useLanguageTexts(id: string): LanguageTexts {
  const byDefault = useKerbSelector(({ languagedata }) => languagedata.defaultLanguage);
  const read = shownResponse(answers.getLanguage.useQuery({ params: { id } }));
  const keys = shownResponse(answers.listTextKeys.useQuery());
  const language = read.answer;
  const from = language && copiedFrom(language, byDefault);
  const copy = shownResponse(
    answers.getLanguage.useQuery(from === null ? skipToken : { params: { id: from } }),
  );
  const copied = from === null ? null : copy.answer?.keyValuePairs;
  const shipped = useShipped(language);
  const rows = useMemo(() => {
    if (!language || !keys.answer || copied === undefined || shipped === undefined) return null;
    return rowsOf({ language, keys: keys.answer.items, shipped, copied });
  }, [language, keys.answer, shipped, copied]);
  return {
    language: rows && language,
    rows: rows ?? [],
    problem: read.problem ?? keys.problem ?? copy.problem,
    reload: () => {
      for (const { problem, reload } of [keys, copy]) if (problem !== null) reload();
      read.reload();
    },
  };
}
