// Route handlers for languages.
import { routes } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { type BoundRoute, route } from '../../kit/index.ts';
import type { createAddLanguage } from './add-language.ts';
import type { createAreaTexts } from './area-texts.ts';
import { countMissing } from './count-missing.ts';
import type { createDeleteLanguage } from './delete-language.ts';
import type { createEditLanguage } from './edit-language.ts';
import { presentChoice, presentLanguage } from './languages.presenter.ts';
import type { Language } from './languages.repository.ts';
import type { ShippedTexts } from './shipped-texts.ts';

export interface LanguageRouteDeps {
  shipped: ShippedTexts;
  all: () => Promise<readonly Language[]>;
  find: (id: string) => Promise<Language | null>;
  areaTexts: ReturnType<typeof createAreaTexts>;
  add: ReturnType<typeof createAddLanguage>;
  edit: ReturnType<typeof createEditLanguage>;
  remove: ReturnType<typeof createDeleteLanguage>;
}

/** Responses for the current version may be cached forever, because every change gets a new version. */
const FOR_GOOD = 'public, max-age=31536000, immutable';
/** Used when the request does not name the current version, or some of the texts come from another language. */
const FOR_A_WHILE = 'public, max-age=60';

export function languagesRoutes(deps: LanguageRouteDeps): BoundRoute[] {
  const { shipped, all, find, areaTexts, add, edit, remove } = deps;
  return [
    route(routes.listLanguages, async () => ({
      items: (await all()).map((language) => presentChoice(language, shipped)),
    })),
    route(routes.getLanguageTexts, async ({ params, query, reply }) => {
      const { version, texts, isFinal } = await areaTexts(params.locale, params.area);
      reply.header('cache-control', isFinal && query.version === version ? FOR_GOOD : FOR_A_WHILE);
      return { version, texts };
    }),
    route(routes.listTextKeys, async () => ({ items: [...shipped.keys] })),
    route(routes.countMissingTexts, async () => {
      const languages = await all();
      const byDefault = languages.find((language) => language.default);
      return {
        items: languages.map((language) => ({
          id: language.id,
          missing: countMissing(language, byDefault, shipped),
        })),
      };
    }),
    route(routes.getLanguage, async ({ params }) => {
      const language = await find(params.id);
      if (!language) throw new DomainError('not_found');
      return presentLanguage(language, shipped);
    }),
    route(routes.addLanguage, async ({ body }) => presentLanguage(await add(body), shipped)),
    route(routes.editLanguage, async ({ params, body }) =>
      presentLanguage(await edit.edit(params.id, body), shipped),
    ),
    route(routes.importLanguage, async ({ params, body }) =>
      presentLanguage(await edit.replaceTexts(params.id, body.version, body.keyValuePairs), shipped),
    ),
    route(routes.deleteLanguage, ({ params }) => remove(params.id)),
  ];
}
