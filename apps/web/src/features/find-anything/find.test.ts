// Tests finding screens by the words of their names.
import { describe, expect, it } from 'vitest';
import { type Find, findByTitle, shrinkOf } from './find.ts';

const screens = ['Add booking', 'Bookings', 'Configuración general', 'Earning reports'].map(
  (title): Find => ({ key: title, group: 'screens', title, facts: [], to: '/' }),
);
const found = (typed: string) => findByTitle(screens, typed).map(({ title }) => title);

describe('screens', () => {
  it('are found by any part of the name, those that start with it first', () => {
    expect(found('book')).toEqual(['Bookings', 'Add booking']);
  });

  it('are found by several words in any order, ignoring case and accents', () => {
    expect(found('GENERAL configuracion')).toEqual(['Configuración general']);
    expect(found('report x')).toEqual([]);
  });
});

describe('the facts of a result', () => {
  it.each(['Waiting for a driver', 'SAB 1234', '+59899123456'])(
    'are not cut while an address can be: %s',
    (fact) => {
      expect(shrinkOf('18 de Julio 1453, Centro, Montevideo')).toBeGreaterThan(1_000 * shrinkOf(fact));
    },
  );
});
