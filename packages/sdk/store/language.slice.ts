// Slice of the available languages and the default one, which are also part of the settings.
import type { LanguageChoice } from '@kerb/contract';
import { createAction } from '@reduxjs/toolkit';
import { createAsyncSlice } from './async-slice.ts';
import { fetchSettings, refreshSettings } from './catalog.slices.ts';
import { createCall } from './thunk.ts';

interface LanguagesData {
  /** The default language first; empty until the languages are loaded. */
  readonly langlist: readonly LanguageChoice[];
  readonly defaultLanguage: LanguageChoice | null;
}

export const fetchLanguages = createCall(
  'languagedata/fetchLanguages',
  async (client) => (await client.listLanguages()).items,
);

/** Replaces the list of languages, after an edit of one of them. */
export const languagesKnown = createAction<readonly LanguageChoice[]>('languagedata/languagesKnown');

const dataOf = (langlist: readonly LanguageChoice[]): LanguagesData => ({
  langlist,
  defaultLanguage: langlist.find((language) => language.default) ?? null,
});

export const languageSlice = createAsyncSlice({
  name: 'languagedata',
  initial: dataOf([]),
  fetch: fetchLanguages,
  store: dataOf,
  replaceOn: (action) => {
    if (languagesKnown.match(action)) return dataOf(action.payload);
    // Settings cached by an earlier version of the app may have no default language.
    return fetchSettings.fulfilled.match(action) || refreshSettings.fulfilled.match(action)
      ? dataOf(action.payload.languages ?? [])
      : null;
  },
});
