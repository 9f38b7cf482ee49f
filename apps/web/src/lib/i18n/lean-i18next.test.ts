// The lean i18next says what i18next says, for every text the app has, in every language and number.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { shippedLanguages } from '@kerb/texts';
import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';

import lean from './lean-i18next.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
const locales = path.resolve(here, '../../../../../packages/texts/locales');
const textsOf = (locale: string): Record<string, string> =>
  Object.assign(
    {},
    ...readdirSync(path.join(locales, locale)).map((area) =>
      JSON.parse(readFileSync(path.join(locales, locale, area), 'utf8')),
    ),
  );
const counts = [0, 1, 2, 3, 5, 11, 21, 99, 100, 101, 111, 1_000_000, 1.5];

async function both(locale: string) {
  const full = createInstance();
  await full.init({
    lng: locale,
    fallbackLng: 'en',
    resources: {},
    partialBundledLanguages: true,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
  await lean.init({ lng: locale, fallbackLng: 'en' });
  for (const each of ['en', locale]) {
    full.addResourceBundle(each, 'translation', textsOf(each), true, true);
    lean.addResourceBundle(each, 'translation', textsOf(each));
  }
  // Any key may be asked for here, unlike in the app.
  const ask = full.t as unknown as (key: string, variables?: Record<string, unknown>) => string;
  return { full, ask };
}

describe('the lean i18next', () => {
  it.each(shippedLanguages.map((language) => language.langLocale))(
    'agrees with i18next in %s',
    async (locale) => {
      const { full, ask } = await both(locale);
      const texts = Object.entries(textsOf(locale));
      const formless = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
      const named = new Map<string, Set<string>>();
      for (const [key, text] of texts) {
        // One plural form may need what another says in a word.
        const names = named.get(formless(key)) ?? new Set();
        for (const [, name = ''] of text.matchAll(/\{\{(\w+)\}\}/g)) names.add(name);
        named.set(formless(key), names);
      }
      const differing: string[] = [];
      for (const [key, text] of texts) {
        const base = formless(key);
        const names = [...(named.get(base) ?? [])];
        const variables = Object.fromEntries(names.map((name) => [name, `<${name} & more>`]));
        const same = (asked: string, filled: Record<string, unknown>) => {
          const [said, expected] = [lean.t(asked, filled), ask(asked, filled)];
          if (said !== expected) differing.push(`${asked} ${filled.count}: ${said} | ${expected}`);
        };
        if (!text.includes('{{count}}')) same(key, variables);
        for (const count of counts) same(base, { ...variables, count });
        if (lean.exists(key) !== full.exists(key)) differing.push(`${key} exists`);
      }
      expect(differing).toEqual([]);
      expect(lean.t('no such key')).toBe(ask('no such key'));
      expect(lean.exists('no such key')).toBe(false);
    },
  );

  it('takes over texts laid over others, and forgets one that is taken out of a bundle', async () => {
    const full = createInstance();
    await full.init({ lng: 'de', fallbackLng: 'en', resources: {}, keySeparator: false, nsSeparator: false });
    await lean.init({ lng: 'de', fallbackLng: 'en' });
    const ask = full.t as unknown as (key: string, variables?: Record<string, unknown>) => string;
    const laid = [
      ['en', { laid: 'English', stars_one: 'star', stars_other: 'stars' }],
      ['de', { laid: 'Erst', stars_other: 'Sterne' }],
      ['de', { laid: 'Dann' }],
    ] as const;
    for (const [locale, texts] of laid) {
      full.addResourceBundle(locale, 'translation', texts, true, true);
      lean.addResourceBundle(locale, 'translation', texts);
    }
    expect([lean.t('laid'), ask('laid')]).toEqual(['Dann', 'Dann']);
    // A form the language does not have is said in English.
    expect([lean.t('stars', { count: 1 }), ask('stars', { count: 1 })]).toEqual(['star', 'star']);
    expect([lean.t('stars', { count: 3 }), ask('stars', { count: 3 })]).toEqual(['Sterne', 'Sterne']);
    for (const each of [full, lean]) delete each.getResourceBundle('de', 'translation')?.laid;
    expect([lean.t('laid'), ask('laid')]).toEqual(['English', 'English']);
    expect(lean.getResourceBundle('xx', 'translation')).toBe(full.getResourceBundle('xx', 'translation'));
  });

  it('falls back to English, and tells its listeners when texts or the language change', async () => {
    await lean.init({ lng: 'fr', fallbackLng: 'en' });
    lean.addResourceBundle('en', 'translation', { only_english: 'Hello {{name}}' });
    let heard = 0;
    const stop = lean.subscribe(() => {
      heard += 1;
    });
    const before = lean.t;
    await lean.changeLanguage('ar');
    expect(lean.t('only_english', { name: 'Ana' })).toBe('Hello Ana');
    expect(lean.t).not.toBe(before);
    expect(heard).toBe(1);
    stop();
    await lean.changeLanguage('en');
    expect(heard).toBe(1);
  });
});
