// Tests the initial language of a browser, and that malformed languages of the operator do not break a page.
import { beforeEach, describe, expect, it, vi } from 'vitest';

const choice = (langLocale: string, more: object = {}) => ({
  id: langLocale,
  langName: langLocale,
  langLocale,
  dateLocale: langLocale,
  default: false,
  shipped: true,
  version: 0,
  ...more,
});

/** Imports a fresh copy of the module in a browser with these preferred languages. */
async function browserSpeaking(...spoken: string[]) {
  vi.resetModules();
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(spoken);
  return import('./languages.ts');
}

beforeEach(() => {
  window.localStorage.clear();
});

describe('the language of a first visit', () => {
  it('is the browser’s first offered one, else the operator’s default, else English', async () => {
    const { browserLanguage, offerLanguages } = await browserSpeaking('sv-SE', 'fr-CH', 'es');
    expect(browserLanguage()).toMatchObject({ locale: 'fr', direction: 'ltr' });
    offerLanguages([choice('en'), choice('ar', { default: true, dateLocale: 'ar-u-nu-latn' })]);
    expect(browserLanguage()).toMatchObject({ locale: 'ar', dateLocale: 'ar-u-nu-latn', direction: 'rtl' });
    offerLanguages([choice('ar')]);
    expect(browserLanguage().locale).toBe('en');
  });

  it('matches the whole tag first, then its base language, then another region', async () => {
    const { offeredFor, offerLanguages } = await browserSpeaking('en');
    offerLanguages([choice('en'), choice('pt'), choice('pt-PT'), choice('zh-Hant')]);
    expect(offeredFor('pt-pt')?.locale).toBe('pt-PT');
    expect(offeredFor('pt-BR')?.locale).toBe('pt');
    expect(offeredFor('zh-CN')?.locale).toBe('zh-Hant');
    expect(offeredFor('de')).toBeUndefined();
  });

  it('does not depend on the server when the app ships the browser’s language', async () => {
    expect((await browserSpeaking('pt-BR', 'en')).prefersShippedLanguage()).toBe(true);
    expect((await browserSpeaking('de', 'en')).prefersShippedLanguage()).toBe(false);
    expect((await browserSpeaking()).prefersShippedLanguage()).toBe(false);
  });
});

describe('the languages on offer', () => {
  it('are the shipped ones until the operator’s are loaded, and stay when the list is empty', async () => {
    const { offeredLanguages, offerLanguages } = await browserSpeaking('en');
    const locales = () => offeredLanguages().map(({ locale }) => locale);
    expect(locales()).toEqual(['en', 'es', 'pt', 'fr', 'ar']);
    offerLanguages([]);
    expect(locales()).toHaveLength(5);
    offerLanguages([choice('de', { shipped: false, version: 3 }), choice('en')]);
    expect(offeredLanguages()[0]).toMatchObject({ locale: 'de', version: 3 });
    expect(locales()).toEqual(['de', 'en']);
  });

  it('tolerate invalid locales: dates follow the language, and invalid languages are left out', async () => {
    const { offeredLanguages, offerLanguages } = await browserSpeaking('en');
    offerLanguages([choice('de', { dateLocale: 'de-1' }), choice('en-a'), choice('he', { dateLocale: '' })]);
    expect(offeredLanguages()).toMatchObject([
      { locale: 'de', dateLocale: 'de', direction: 'ltr' },
      { locale: 'he', dateLocale: 'he', direction: 'rtl' },
    ]);
    for (const { dateLocale } of offeredLanguages())
      expect(() => new Intl.NumberFormat(dateLocale).format(1)).not.toThrow();
  });
});

describe('the language shown last', () => {
  it('is restored together with whether the user chose it', async () => {
    const { offeredFor, offerLanguages, rememberedLanguage, rememberLanguage } = await browserSpeaking('en');
    expect(rememberedLanguage()).toBeNull();
    offerLanguages([choice('de', { dateLocale: 'de-AT', version: 4 })]);
    const german = offeredFor('de');
    if (!german) throw new Error('German is not on offer');
    rememberLanguage(german, false);
    expect(rememberedLanguage()).toEqual({ language: german, chosen: false });
    rememberLanguage(german, true);
    expect(rememberedLanguage()).toEqual({ language: german, chosen: true });
  });

  it('is read from the former bare locale, and an invalid value is ignored', async () => {
    const { rememberedLanguage } = await browserSpeaking('en');
    const readStored = (text: string) => {
      window.localStorage.setItem('kerb.language', text);
      return rememberedLanguage();
    };
    expect(readStored('ar')).toMatchObject({ language: { locale: 'ar', direction: 'rtl' }, chosen: true });
    for (const nonsense of ['{', 'null', '[]', '{"langLocale":7}', '{"langLocale":"en-a"}'])
      expect(readStored(nonsense), nonsense).toBeNull();
  });
});
