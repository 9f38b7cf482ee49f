// Entry point of languages: the languages on offer, the operator's changes to their texts, and the texts of the server.
import type { LanguageChoice } from '@kerb/contract';
import { type ServerModule, subscribeOnEveryServer } from '../../kit/index.ts';
import { createAddLanguage } from './add-language.ts';
import { createAreaTexts } from './area-texts.ts';
import { createChangeLanguages } from './change-languages.ts';
import { createDeleteLanguage } from './delete-language.ts';
import { createEditLanguage } from './edit-language.ts';
import type { LanguagesDeps } from './languages.deps.ts';
import { presentChoice } from './languages.presenter.ts';
import { languagesRepository } from './languages.repository.ts';
import { languagesRoutes } from './languages.routes.ts';
import { createLanguagesCache } from './languages-cache.ts';
import { createPageTexts } from './page-texts.ts';
import { shippedTexts } from './shipped-texts.ts';
import { createTextsFor, offered, type TextsFor } from './texts-for.ts';

export { isLocale } from './check-locale.ts';
export type { ReaderTexts, TextsFor } from './texts-for.ts';

export interface LanguagesApi {
  /** The languages on offer, with the default language first. */
  choices(): Promise<LanguageChoice[]>;
  /** Whether a language of this locale is on offer, with or without a region. */
  isOffered(locale: string): Promise<boolean>;
  /** Returns the server's texts in a reader's language. */
  textsFor: TextsFor;
  /**
   * The texts of a page in the language of the reader's account, otherwise by the browser's Accept-Language header; null
   * while no language is on offer.
   */
  pageTexts: ReturnType<typeof createPageTexts>;
}

export function createLanguagesModule(deps: LanguagesDeps): ServerModule & { api: LanguagesApi } {
  const { db, bus } = deps;
  const shipped = shippedTexts();
  const repository = languagesRepository(db);
  const cache = createLanguagesCache(repository.all);
  subscribeOnEveryServer(bus, ['catalog.changed'], ({ data }) => {
    if (data.what === 'languages') cache.invalidate();
  });
  const change = createChangeLanguages(deps, cache.invalidate);
  return {
    api: {
      choices: async () => (await cache.all()).map((language) => presentChoice(language, shipped)),
      isOffered: async (locale) => offered(await cache.all(), locale) !== undefined,
      textsFor: createTextsFor(
        cache.all,
        shipped,
        async () => (await deps.settings.get()).appcat === 'delivery',
      ),
      pageTexts: createPageTexts(cache.all, shipped),
    },
    routes: languagesRoutes({
      shipped,
      all: cache.all,
      find: repository.find,
      areaTexts: createAreaTexts(cache.all, shipped),
      add: createAddLanguage(deps, change, shipped),
      edit: createEditLanguage(deps, change, shipped),
      remove: createDeleteLanguage(change),
    }),
  };
}
