// Validates the texts that an operator writes in several languages. Whether a language is one of the installation is
// checked by the server, which knows them.
import { z } from 'zod';
import { holdsHiddenLetters, withoutBlankTexts } from '../kernel/index.ts';

/** BCP 47, as languages are named: "pt", "zh-Hant", "ar-u-nu-latn". */
export const localeKey = z
  .string()
  .min(2)
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/);

/** As many as an installation has languages. */
export const MOST_TRANSLATIONS = 100;

/** A text that people read on one line, with `params.problem` of the issue as in the other fields of a form. */
export const shownText = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .refine((text) => !holdsHiddenLetters(text), {
      message: 'Holds letters that cannot be seen',
      params: { problem: 'hidden' },
    });

/** The texts of other languages, by `langLocale`: an object schema whose fields are optional. Blank texts are left out. */
export const translationsOf = <Texts extends Record<string, string | undefined>>(
  texts: z.ZodType<Texts, Texts>,
) =>
  z
    .record(localeKey, texts)
    .refine((given) => Object.keys(given).length <= MOST_TRANSLATIONS, {
      message: `At most ${MOST_TRANSLATIONS} languages`,
    })
    .overwrite(withoutBlankTexts);
