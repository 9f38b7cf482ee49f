// "editLanguage Delete": nobody can choose the language any more; whoever reads in it reads the default one.
import { DomainError } from '@kerb/domain/kernel';
import type { ChangeLanguages } from './change-languages.ts';

/** Throws `demo_mode`, `not_found`, `default_language`. */
export function createDeleteLanguage(change: ChangeLanguages) {
  return (id: string): Promise<void> =>
    change(async (languages) => {
      const language = await languages.find(id);
      if (!language) throw new DomainError('not_found');
      if (language.default) throw new DomainError('default_language');
      await languages.remove(id);
    });
}
