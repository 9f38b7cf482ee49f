// The languages as Kerb ships them, for tests that need texts without a database or an operator's changes.

import { shippedLanguages } from '@kerb/texts';
import { presentChoice } from '../languages.presenter.ts';
import { shippedTexts } from '../shipped-texts.ts';
import { createTextsFor, offered } from '../texts-for.ts';

const languages = shippedLanguages.map((language) => ({
  ...language,
  id: language.langLocale,
  default: language.langLocale === 'en',
  pairs: {},
  version: 0,
  createdAt: 0,
}));

/** Texts of an installation that is a delivery service. */
export const deliveryTextsFor = createTextsFor(
  async () => languages,
  shippedTexts(),
  async () => true,
);

export const shippedLanguagesApi = {
  choices: async () => languages.map((language) => presentChoice(language, shippedTexts())),
  textsFor: createTextsFor(
    async () => languages,
    shippedTexts(),
    async () => false,
  ),
  isOffered: async (locale: string) => offered(languages, locale) !== undefined,
};
