// Route declarations of languages: the list for the language switcher, the texts changed by the operator, and the
// language editor.
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, uuid } from '../pages.ts';

const tag = 'languages';

/** BCP 47 language tag, as browsers write it: "pt", "zh-Hant", "ar-u-nu-latn". */
const locale = z
  .string()
  .trim()
  .min(2)
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/);
const langName = z.string().trim().min(1).max(60);

/** The public view of a language (specification §3); exactly one is the default. */
export const languageChoice = z.object({
  id: uuid,
  langName: z.string(),
  langLocale: z.string(),
  /** Locale in which numbers, money and dates are formatted. */
  dateLocale: z.string(),
  default: z.boolean(),
  /**
   * Whether the texts of the language are bundled with the app; `getLanguageTexts` returns those that the operator
   * changed.
   */
  shipped: z.boolean(),
  /** Incremented by every change of the language or its texts. 0: the texts are exactly the bundled ones. */
  version: z.number().int().nonnegative(),
});
export type LanguageChoice = z.infer<typeof languageChoice>;

const text = z.string().max(4000);
/** A translation map from text keys to texts. */
const keyValuePairs = z.record(z.string().max(120), text);

/** A language as shown in the language editor. */
export const languageView = languageChoice.extend({
  createdAt: z.number(),
  /** All texts of the language: the bundled ones, overridden by the operator's. */
  keyValuePairs,
});
export type LanguageView = z.infer<typeof languageView>;

/** Maximum size of a translation map as JSON, in bytes; about ten times the size of all texts of Kerb. */
export const languageMaxBytes = 2 * 1024 * 1024;

export const languageRoutes = {
  listLanguages: defineRoute({
    method: 'GET',
    path: '/languages',
    summary: 'fetchLanguages: the languages on offer, the default one first',
    tag,
    access: 'anyone',
    answer: z.object({ items: z.array(languageChoice) }),
    errors: [],
  }),
  getLanguageTexts: defineRoute({
    method: 'GET',
    path: '/languages/:locale/texts/:area',
    summary:
      'Texts of one area of the app: for a shipped language only those the operator changed, for another one all; `version` is a cache key',
    tag,
    access: 'anyone',
    params: z.object({ locale, area: z.string().regex(/^[a-z-]{2,40}$/) }),
    query: z.object({ version: z.coerce.number().int().nonnegative().optional() }),
    answer: z.object({ version: z.number().int(), texts: keyValuePairs }),
    errors: ['not_found'],
  }),
  listTextKeys: defineRoute({
    method: 'GET',
    path: '/languages/keys',
    summary: 'Every key of the product with its area and its English text',
    tag,
    access: ['admin'],
    answer: z.object({
      items: z.array(z.object({ key: z.string(), area: z.string(), english: z.string() })),
    }),
    errors: [],
  }),
  countMissingTexts: defineRoute({
    method: 'GET',
    path: '/languages/missing',
    summary:
      'For each language the number of texts that are not translated: missing, or copies of the default language\u2019s',
    tag,
    access: ['admin'],
    answer: z.object({ items: z.array(z.object({ id: uuid, missing: z.number().int().nonnegative() })) }),
    errors: [],
  }),
  getLanguage: defineRoute({
    method: 'GET',
    path: '/languages/:id',
    summary: 'A language with all its texts',
    tag,
    access: ['admin'],
    params: idParams,
    answer: languageView,
    errors: ['not_found'],
  }),
  addLanguage: defineRoute({
    method: 'POST',
    path: '/languages',
    summary:
      'editLanguage Add: it starts with a copy of the default language\u2019s texts; one that Kerb ships with the shipped ones',
    tag,
    access: ['admin'],
    body: z.object({ langName, langLocale: locale, dateLocale: locale }),
    answer: languageView,
    status: 201,
    errors: ['name_taken', 'demo_mode', 'conflict'],
  }),
  editLanguage: defineRoute({
    method: 'PATCH',
    path: '/languages/:id',
    summary:
      'editLanguage Update of what is given, made from `version`: names, texts (null: the shipped one again, or none), and `default` true flips the flags of all',
    tag,
    access: ['admin'],
    params: idParams,
    body: z.object({
      version: z.number().int().nonnegative(),
      langName: langName.optional(),
      dateLocale: locale.optional(),
      default: z.literal(true).optional(),
      keyValuePairs: z.record(z.string().max(120), text.nullable()).optional(),
    }),
    answer: languageView,
    errors: ['not_found', 'name_taken', 'conflict', 'demo_mode'],
  }),
  importLanguage: defineRoute({
    method: 'PUT',
    path: '/languages/:id/keyValuePairs',
    summary: 'The whole translation map of a language in place of what it has, made from `version`',
    tag,
    access: ['admin'],
    params: idParams,
    body: z.object({ version: z.number().int().nonnegative(), keyValuePairs }),
    bodyMaxBytes: languageMaxBytes,
    answer: languageView,
    errors: ['not_found', 'conflict', 'demo_mode', 'payload_too_large'],
  }),
  deleteLanguage: defineRoute({
    method: 'DELETE',
    path: '/languages/:id',
    summary: 'editLanguage Delete; users of the language get the default language from then on',
    tag,
    access: ['admin'],
    params: idParams,
    answer: z.void(),
    errors: ['not_found', 'default_language', 'demo_mode'],
  }),
};
