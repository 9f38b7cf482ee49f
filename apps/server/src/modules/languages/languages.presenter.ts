// Presents a language, field by field, for each response.
import type { LanguageChoice, LanguageView } from '@kerb/contract';
import type { Language } from './languages.repository.ts';
import { ownTexts } from './own-texts.ts';
import type { ShippedTexts } from './shipped-texts.ts';

export const presentChoice = (language: Language, shipped: ShippedTexts): LanguageChoice => ({
  id: language.id,
  langName: language.langName,
  langLocale: language.langLocale,
  dateLocale: language.dateLocale,
  default: language.default,
  shipped: shipped.of(language.langLocale) !== undefined,
  version: language.version,
});

export const presentLanguage = (language: Language, shipped: ShippedTexts): LanguageView => ({
  ...presentChoice(language, shipped),
  createdAt: language.createdAt,
  keyValuePairs: ownTexts(language, shipped),
});
