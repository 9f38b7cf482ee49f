// Use case "editLanguage Add": adds a language that users can choose.
import { DomainError } from '@kerb/domain/kernel';
import type { KeyValuePairs } from '@kerb/texts';
import type { ChangeLanguages } from './change-languages.ts';
import { canonicalLocale, checkName } from './check-locale.ts';
import type { LanguagesDeps } from './languages.deps.ts';
import type { Language } from './languages.repository.ts';
import { fallbackText, ownTexts } from './own-texts.ts';
import type { ShippedTexts } from './shipped-texts.ts';

export interface NewLanguage {
  langName: string;
  langLocale: string;
  dateLocale: string;
}

const MAX_LANGUAGES = 100;

/** Copies the texts of the default language (specification §5), with counts in the plural forms of the new language. */
function copyFor(locale: string, byDefault: Language, shipped: ShippedTexts): KeyValuePairs {
  const ofDefault = shipped.neededBy(byDefault.langLocale);
  const unused = Object.entries(ownTexts(byDefault, shipped)).filter(([key]) => !ofDefault.has(key));
  const needed = [...shipped.neededBy(locale).values()];
  return Object.fromEntries([
    ...unused,
    ...needed.map(({ key, english }) => [key, fallbackText(key, byDefault, english, shipped)]),
  ]);
}

/** Throws `demo_mode`, `name_taken`, `invalid_input` for an invalid locale, `conflict` when there are too many. */
export function createAddLanguage(
  { clock, ids }: Pick<LanguagesDeps, 'clock' | 'ids'>,
  change: ChangeLanguages,
  shipped: ShippedTexts,
) {
  return function addLanguage(input: NewLanguage): Promise<Language> {
    checkName(input.langName);
    const langLocale = canonicalLocale(input.langLocale, 'langLocale');
    const dateLocale = canonicalLocale(input.dateLocale, 'dateLocale');
    return change(async (languages) => {
      if ((await languages.count()) >= MAX_LANGUAGES)
        throw new DomainError('conflict', `There are ${MAX_LANGUAGES} languages already; delete one first`);
      const [byDefault] = await languages.all();
      if (!byDefault) throw new Error('There is no default language');
      const isShipped = shipped.of(langLocale) !== undefined;
      const pairs = isShipped ? {} : copyFor(langLocale, byDefault, shipped);
      const { langName } = input;
      const added = { id: ids.next(), langName, langLocale, dateLocale, pairs, createdAt: clock.now() };
      return languages.insert(added, isShipped);
    });
  };
}
