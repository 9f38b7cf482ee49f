// Tests that a country is found by its name in any language of the app, by its code and by its dial code.
import { describe, expect, it } from 'vitest';
import { languageOf } from '../../lib/i18n/languages.ts';
import { fold, namedCountries, searchCountries } from './country-search.ts';

const found = (typed: string, locale = 'en') =>
  searchCountries(namedCountries(languageOf(locale)), typed).map(({ code }) => code);

describe('the search for a country', () => {
  it.each([
    ['urug', 'UY'],
    ['UY', 'UY'],
    ['+598', 'UY'],
    ['598', 'UY'],
    ['1684', 'AS'],
    ['+1-684', 'AS'],
    ['brasil', 'BR'],
    ['mexico', 'MX'],
    ['México', 'MX'],
    ['reunion', 'RE'],
    ['Åland', 'AX'],
    ['أورغواي', 'UY'],
    ['اورغواي', 'UY'],
    ['emirates', 'AE'],
  ])('“%s” finds %s first, in every language', (typed, code) => {
    for (const locale of ['en', 'es', 'ar']) expect(found(typed, locale)[0]).toBe(code);
  });

  it('ranks an exact code or name before names that start with it, and those before names that contain it', () => {
    expect(found('in')[0]).toBe('IN');
    const order = found('guinea');
    expect(order[0]).toBe('GN');
    expect(order.indexOf('GW')).toBeLessThan(order.indexOf('PG'));
    expect(order).toContain('PG');
  });

  it('offers every country whose dial code starts with the digits', () => {
    expect(found('1')).toEqual(expect.arrayContaining(['US', 'CA', 'AS', 'BS']));
    expect(found('1').slice(0, 2).sort()).toEqual(['CA', 'US']);
  });

  it('finds nothing for an unknown text, and every country for an empty one', () => {
    expect(found('zzzz')).toEqual([]);
    expect(found('999')).toEqual([]);
    expect(found(' ').length).toBe(namedCountries(languageOf('en')).length);
  });
});

it('names every country in the current language, sorted by its alphabet', () => {
  const spanish = namedCountries(languageOf('es'));
  expect(spanish.find(({ code }) => code === 'BR')?.name).toBe('Brasil');
  expect(spanish.map(({ name }) => name)).toEqual(
    spanish.map(({ name }) => name).toSorted(new Intl.Collator('es').compare),
  );
  expect(namedCountries(languageOf('ar')).find(({ code }) => code === 'UY')?.name).toBe('أورغواي');
});

it('ignores accents, hamzas, case and punctuation', () => {
  expect(fold('  Côte d’Ivoire ')).toBe('cote d ivoire');
  expect(fold('أورغواي')).toBe('اورغواي');
});
