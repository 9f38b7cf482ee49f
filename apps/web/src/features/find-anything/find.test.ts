// Tests finding screens by the words of their names.
import { describe, expect, it } from 'vitest';
import { type Find, findByTitle } from './find.ts';

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
