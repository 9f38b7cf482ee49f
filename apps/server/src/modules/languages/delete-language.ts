// Use case "editLanguage Delete": removes a language; users who had chosen it get the default language.
import { DomainError } from '@kerb/domain/kernel';
import type { ChangeLanguages } from './change-languages.ts';

/** Throws `demo_mode`, `not_found`, `default_language`. */
export function createDeleteLanguage(change: ChangeLanguages) {
  return function deleteLanguage(id: string): Promise<void> {
    return change(async (languages) => {
      const language = await languages.find(id);
      if (!language) throw new DomainError('not_found');
      if (language.default) throw new DomainError('default_language');
      await languages.remove(id);
    });
  };
}
