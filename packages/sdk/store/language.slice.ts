// The languages on offer and the one the operator made the default; they come with the settings as well.
import type { LanguageChoice } from '@kerb/contract';
import { createAction } from '@reduxjs/toolkit';
import { createAsyncSlice } from './async-slice.ts';
import { fetchSettings, refreshSettings } from './catalog.slices.ts';
import { createCall } from './thunk.ts';

interface LanguagesData {
  /** The default one first; empty until they are known. */
  readonly langlist: readonly LanguageChoice[];
  readonly defaultLanguage: LanguageChoice | null;
}

export const fetchLanguages = createCall(
  'languagedata/fetchLanguages',
  async (client) => (await client.listLanguages()).items,
);

/** The languages are these from now on, as an edit of one of them left them. */
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
    // Settings cached by an earlier version may have no default language.
    return fetchSettings.fulfilled.match(action) || refreshSettings.fulfilled.match(action)
      ? dataOf(action.payload.languages ?? [])
      : null;
  },
});
