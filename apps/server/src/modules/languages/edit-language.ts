// Use case "editLanguage Update": changes names, single texts and the default flag, or imports all texts from a file.
import { DomainError } from '@kerb/domain/kernel';
import type { KeyValuePairs } from '@kerb/texts';
import type { ChangeLanguages, Languages } from './change-languages.ts';
import { canonicalLocale, checkName } from './check-locale.ts';
import { checkSize, checkTexts, pairsToKeep } from './check-texts.ts';
import type { LanguagesDeps } from './languages.deps.ts';
import type { Language, LanguageChange } from './languages.repository.ts';
import type { ShippedTexts } from './shipped-texts.ts';

export interface LanguageEdit {
  /** The version that the edit was made from. */
  version: number;
  langName?: string | undefined;
  dateLocale?: string | undefined;
  default?: true | undefined;
  /** A null value removes the operator's text, so that the shipped text applies again where there is one. */
  keyValuePairs?: Readonly<Record<string, string | null>> | undefined;
}

/** Throws `not_found`, and `conflict` when the stored language has another version. */
async function languageAt(languages: Languages, id: string, version: number): Promise<Language> {
  const language = await languages.find(id);
  if (!language) throw new DomainError('not_found');
  if (language.version !== version) throw new DomainError('conflict');
  return language;
}

/** Returns the stored texts with the edit applied. */
function mergedPairs(before: KeyValuePairs, edit: Readonly<Record<string, string | null>>): KeyValuePairs {
  const merged = new Map<string, string | null>([...Object.entries(before), ...Object.entries(edit)]);
  return Object.fromEntries([...merged].flatMap(([key, text]) => (text === null ? [] : [[key, text]])));
}

const textsOnly = (edit: Readonly<Record<string, string | null>>): KeyValuePairs => mergedPairs({}, edit);

export function createEditLanguage(
  { clock }: Pick<LanguagesDeps, 'clock'>,
  change: ChangeLanguages,
  shipped: ShippedTexts,
) {
  return {
    /**
     * Throws `demo_mode`, `not_found`, `conflict`, `name_taken`, and `invalid_input` with the key of each invalid text.
     */
    edit: (
      id: string,
      { version, langName, dateLocale, default: isDefault, keyValuePairs }: LanguageEdit,
    ) => {
      if (langName !== undefined) checkName(langName);
      const date = dateLocale === undefined ? undefined : canonicalLocale(dateLocale, 'dateLocale');
      return change(async (languages) => {
        const before = await languageAt(languages, id, version);
        const changes: LanguageChange = { langName, dateLocale: date, default: isDefault };
        if (keyValuePairs !== undefined) {
          const given = pairsToKeep(textsOnly(keyValuePairs), before.langLocale, shipped);
          checkTexts(given, before.langLocale, shipped);
          const merged = mergedPairs(before.pairs, keyValuePairs);
          changes.pairs = pairsToKeep(merged, before.langLocale, shipped);
          checkSize(changes.pairs);
        }
        return languages.update(id, changes, clock.now());
      });
    },

    /** Replaces all stored texts. Throws the same errors as `edit`. */
    replaceTexts: (id: string, version: number, keyValuePairs: KeyValuePairs): Promise<Language> =>
      change(async (languages) => {
        const { langLocale } = await languageAt(languages, id, version);
        const pairs = pairsToKeep(keyValuePairs, langLocale, shipped);
        checkTexts(pairs, langLocale, shipped);
        return languages.update(id, { pairs }, clock.now());
      }),
  };
}
