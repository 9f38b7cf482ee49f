// Schemas of the texts that an operator enters in several languages. The server checks whether a language exists in the
// installation.
import { z } from 'zod';
import { hasInvisibleCharacters, withoutBlankTexts } from '../kernel/index.ts';

/** BCP 47 language tag, as in the names of languages: "pt", "zh-Hant", "ar-u-nu-latn". */
export const localeKey = z
  .string()
  .min(2)
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/);

/** Maximum number of translations, equal to the maximum number of languages. */
export const MAX_TRANSLATIONS = 100;

/** A single-line text; issues have `params.problem` as in the other fields of a form. */
export const shownText = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .refine((text) => !hasInvisibleCharacters(text), {
      message: 'Holds letters that cannot be seen',
      params: { problem: 'hidden' },
    });

/** Texts in other languages by `langLocale`: an object schema whose fields are optional. Blank texts are left out. */
export const translationsOf = <Texts extends Record<string, string | undefined>>(
  texts: z.ZodType<Texts, Texts>,
) =>
  z
    .record(localeKey, texts)
    .refine((given) => Object.keys(given).length <= MAX_TRANSLATIONS, {
      message: `At most ${MAX_TRANSLATIONS} languages`,
    })
    .overwrite(withoutBlankTexts);
