// The languages on offer and the one the operator made the default.
import { createAction, type UnknownAction } from '@reduxjs/toolkit';

export interface LanguageChoice {
  readonly langName: string;
  readonly langLocale: string;
  readonly dateLocale: string;
  readonly default: boolean;
}

export interface LanguageState {
  readonly langlist: readonly LanguageChoice[];
  readonly defaultLanguage: LanguageChoice | null;
}

export const languagesKnown = createAction<readonly LanguageChoice[]>('languagedata/languagesKnown');

const initialState: LanguageState = { langlist: [], defaultLanguage: null };

export function languageReducer(state: LanguageState = initialState, action: UnknownAction): LanguageState {
  if (!languagesKnown.match(action)) return state;
  return {
    langlist: action.payload,
    defaultLanguage: action.payload.find((language) => language.default) ?? null,
  };
}
