// Actions with which the console manages languages: editLanguage of the specification, and the texts of a language.
import type { LanguageChoice, RouteAnswer, RouteInput, Routes } from '@kerb/contract';
import { createAsyncThunk } from '@reduxjs/toolkit';
import { ApiError, type Client } from '../../client/index.ts';
import { languagesKnown } from '../language.slice.ts';
import { createCall, type ThunkConfig } from '../thunk.ts';

export type Language = RouteAnswer<Routes['getLanguage']>;
type LanguageInput = RouteInput<Routes['addLanguage']>['body'];
type LanguagePatch = RouteInput<Routes['editLanguage']>['body'];
type Choices = readonly LanguageChoice[];

/** editLanguage(language, Add|Update|Delete) of the specification; `default: true` is its action 'Make default'. */
export type LanguageEdit =
  | { readonly method: 'Add'; readonly data: LanguageInput }
  | { readonly method: 'Update'; readonly data: LanguagePatch & { readonly id: string } }
  | { readonly method: 'Delete'; readonly data: { readonly id: string } };

export const readLanguage = createCall('languagedata/readLanguage', (client, id: string, signal) =>
  client.getLanguage({ params: { id } }, { signal }),
);

/** Fetches every text key of the product with its area and its English text. */
export const readTextKeys = createCall(
  'languagedata/readTextKeys',
  async (client) => (await client.listTextKeys()).items,
);

const choiceOf = ({ keyValuePairs: _texts, createdAt: _at, ...choice }: Language): LanguageChoice => choice;

/**
 * Returns the list with the changed language: a new one is appended, and a new default is moved to the front and
 * replaces the previous default.
 */
function withLanguage(list: Choices, language: Language): Choices {
  const choice = choiceOf(language);
  const others = list
    .filter(({ id }) => id !== choice.id)
    .map((one) => (choice.default ? { ...one, default: false } : one));
  if (choice.default) return [choice, ...others];
  const at = list.findIndex(({ id }) => id === choice.id);
  return at < 0 ? [...others, choice] : others.toSpliced(at, 0, choice);
}

interface EditConfig extends ThunkConfig {
  state: { readonly languagedata: { readonly langlist: Choices } };
}

/** Creates a call that then sets `langlist` to the result of `after`. */
function createEdit<Answer, Arg>(
  name: string,
  call: (client: Client, arg: Arg) => Promise<Answer>,
  after: (list: Choices, answer: Answer, arg: Arg) => Choices,
) {
  return createAsyncThunk<Answer, Arg, EditConfig>(name, async (arg, thunk) => {
    try {
      const answer = await call(thunk.extra.client, arg);
      thunk.dispatch(languagesKnown(after(thunk.getState().languagedata.langlist, answer, arg)));
      return answer;
    } catch (error) {
      if (error instanceof ApiError) return thunk.rejectWithValue(error.code);
      throw error;
    }
  });
}

/** Returns the language after the edit; null when it was deleted. */
export const editLanguage = createEdit(
  'languagedata/editLanguage',
  async (client, { method, data }: LanguageEdit): Promise<Language | null> => {
    switch (method) {
      case 'Add':
        return client.addLanguage({ body: data });
      case 'Update': {
        const { id, ...body } = data;
        return client.editLanguage({ params: { id }, body });
      }
      case 'Delete':
        await client.deleteLanguage({ params: { id: data.id } });
        return null;
    }
  },
  (list, language, edit) =>
    language
      ? withLanguage(list, language)
      : list.filter(({ id }) => !('id' in edit.data) || id !== edit.data.id),
);

interface WholeTexts {
  readonly id: string;
  /** Version of the language on which the texts are based. */
  readonly version: number;
  readonly keyValuePairs: Record<string, string>;
}

/** Replaces the whole translation map of a language. */
export const importLanguage = createEdit(
  'languagedata/importLanguage',
  (client, { id, ...body }: WholeTexts): Promise<Language> =>
    client.importLanguage({ params: { id }, body }, { timeoutMs: 60_000 }),
  withLanguage,
);
