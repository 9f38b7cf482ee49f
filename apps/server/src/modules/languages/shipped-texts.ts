// The texts that Kerb ships, read once at start from the folder that the web app is also built from.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type KeyValuePairs, neededKeys, shippedLanguages } from '@kerb/texts';
import { workspaceRoot } from '../../kit/package-root.ts';

/** A key that needs a text. `english` is its English text, whose variables a translation must use. */
export interface NeededKey {
  readonly key: string;
  readonly area: string;
  readonly english: string;
}

export interface ShippedTexts {
  /** Every key of the product, from the English files, ordered by area. */
  readonly keys: readonly NeededKey[];
  /** All English texts. */
  readonly english: KeyValuePairs;
  /** The shipped texts of a language, by its exact locale; undefined for a language that is not shipped. */
  of(locale: string): ReadonlyMap<string, string> | undefined;
  /** The keys that a language needs: the English ones, with counts in the plural forms of the language. */
  neededBy(locale: string): ReadonlyMap<string, NeededKey>;
}

/** The files are not validated here, which would add 0.1 s to every start; tests validate them. */
const readTexts = (file: string): KeyValuePairs => JSON.parse(readFileSync(file, 'utf8'));

function readLanguage(folder: string): { area: string; texts: KeyValuePairs }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => ({ area: basename(file, '.json'), texts: readTexts(join(folder, file)) }));
}

function readAll(): ShippedTexts {
  const locales = join(workspaceRoot(), 'packages', 'texts', 'locales');
  const byLocale = new Map(
    shippedLanguages.map(({ langLocale }) => {
      const entries = readLanguage(join(locales, langLocale)).flatMap(({ texts }) => Object.entries(texts));
      return [langLocale as string, new Map(entries)];
    }),
  );
  const areas = readLanguage(join(locales, 'en'));
  const needed = new Map<string, ReadonlyMap<string, NeededKey>>();
  const neededBy = (locale: string) => {
    const known = needed.get(locale);
    if (known) return known;
    const all = areas.flatMap(({ area, texts }) =>
      neededKeys(locale, texts).map((one) => [one.key, { ...one, area }] as const),
    );
    const made = new Map(all);
    needed.set(locale, made);
    return made;
  };
  return {
    keys: [...neededBy('en').values()],
    english: Object.fromEntries(byLocale.get('en') ?? []),
    of: (locale) => byLocale.get(locale),
    neededBy,
  };
}

let read: ShippedTexts | undefined;

/** Throws when the folder is missing or a file cannot be parsed. */
export function shippedTexts(): ShippedTexts {
  read ??= readAll();
  return read;
}
