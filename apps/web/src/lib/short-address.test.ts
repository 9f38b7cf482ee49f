// Tests that only the city and country shared by the addresses are removed.
import { describe, expect, it } from 'vitest';
import { repeatedParts, shortAddress, withoutNumber } from './short-address.ts';

const shortened = (addresses: readonly string[]) => {
  const repeated = repeatedParts(addresses);
  return addresses.map((address) => shortAddress(address, repeated));
};

describe('shortAddress', () => {
  it('removes the city and the country that most addresses share, regardless of the postal code', () => {
    expect(
      shortened([
        'Avenida Sarmiento 2345, 11300 Montevideo, Uruguay',
        '18 de Julio 1453, Centro, 11200 Montevideo, Uruguay',
        'Ruta 1 km 30, Libertad, San José, Uruguay',
      ]),
    ).toEqual(['Avenida Sarmiento 2345', '18 de Julio 1453, Centro', 'Ruta 1 km 30, Libertad, San José']);
  });

  it('does not shorten a single address, the street part, or addresses without commas', () => {
    expect(shortened(['Plaza 1, Montevideo'])).toEqual(['Plaza 1, Montevideo']);
    expect(shortened(['Montevideo, Montevideo', 'Plaza 1, Montevideo'])).toEqual(['Montevideo', 'Plaza 1']);
    expect(shortened(['Plaza Independencia 1', 'Bulevar Artigas 1200', ''])).toEqual([
      'Plaza Independencia 1',
      'Bulevar Artigas 1200',
      '',
    ]);
  });
});

describe('withoutNumber', () => {
  it('splits off a trailing number, and retains every character', () => {
    expect(withoutNumber('Bulevar Artigas 1200')).toEqual({ street: 'Bulevar Artigas', number: ' 1200' });
    expect(withoutNumber('Calle 12 34b')).toEqual({ street: 'Calle 12', number: ' 34b' });
    for (const address of ['Terminal Tres Cruces', '1200', '18 de Julio 1453, Centro', ''])
      expect(withoutNumber(address)).toEqual({ street: address, number: '' });
  });
});
