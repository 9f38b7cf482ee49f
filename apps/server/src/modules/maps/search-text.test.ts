// Tests of the normal form of names and queries: accents, abbreviations, fillers, numbers and corners.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fit, WORST_SHOWN_FIT } from './rank-matches.ts';
import { readQuery, searchText, searchWords } from './search-text.ts';

describe('searchText', () => {
  it.each([
    ['Avenida 18 de Julio', 'avenida 18 julio'],
    ['Aven. 18 julio', 'avenida 18 julio'],
    ['Bvar. Artigas', 'bulevar artigas'],
    ['BOULEVARD General Artigas', 'bulevar general artigas'],
    ['Avda. Gral. Rivera', 'avenida general rivera'],
    ['Dr. José Batlle y Ordóñez', 'doctor jose batlle ordonez'],
    ['Calle 12', '12'],
    ['de la', 'de la'],
  ])('%s → %s', (text, expected) => {
    expect(searchText(text)).toBe(expected);
  });

  it('is idempotent', () => {
    fc.assert(fc.property(fc.string(), (text) => searchText(searchText(text)) === searchText(text)));
  });
});

describe('readQuery', () => {
  it.each([
    ['18 de Julio 1453', 'number', 1453],
    ['18 de Julio 1453 bis', 'number', 1453],
    ['1453 18 de julio', 'number', 1453],
    ['18 de Julio', 'number', undefined],
    ['calle 12', 'number', undefined],
    ['18 de Julio 1453, Centro, Montevideo', 'area', 'centro montevideo'],
    ['18 d', 'whole', '18'],
  ] as const)('%s: %s %s', (text, field, expected) => {
    expect(readQuery(text)[field]).toBe(expected);
  });

  it.each(['18 de Julio y Ejido', '18 de julio esq. ejido', '18 de julio & ejido', '18 de julio / ejido'])(
    'reads the corner in %s',
    (text) => {
      expect(readQuery(text).corner).toEqual(['18 julio', 'ejido']);
    },
  );

  it('parses any text without an error', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof readQuery(text).whole === 'string'));
  });
});

describe('fit', () => {
  const of = (query: string, name: string) => fit(searchWords(query), searchWords(name));

  it('is 1 for the same words in any order, and between 0 and 1 for any words', () => {
    expect(of('julio 18 avenida', 'Avenida 18 de Julio')).toBeCloseTo(1);
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 })), fc.array(fc.string({ minLength: 1 })), (a, b) => {
        const value = fit(a, b);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1.000001);
      }),
    );
  });

  it.each([
    ['artig', 'Bulevar General Artigas'],
    ['luis alberto de herera', 'Avenida Luis Alberto de Herrera'],
    ['estadio centenrio', 'Estadio Centenario'],
    ['hosptial britanico', 'Hospital Británico'],
  ])('shows %s for %s', (query, name) => {
    expect(of(query, name)).toBeGreaterThan(WORST_SHOWN_FIT);
  });

  it.each([
    ['18 de julio', '25 de Mayo'],
    ['calle 12', 'Calle 13'],
    ['rivera', 'Avenida Italia'],
  ])('does not show %s for %s', (query, name) => {
    expect(of(query, name)).toBeLessThan(WORST_SHOWN_FIT);
  });

  it('is higher for the exact name than for a longer one', () => {
    expect(of('pocitos', 'Pocitos')).toBeGreaterThan(of('pocitos', 'Pocitos Plaza'));
  });
});
