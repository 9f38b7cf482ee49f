// Tests that after a trip an address shows the street without the house number, for the address formats of many
// countries.
import { bookingStatus } from '@kerb/domain/booking';
import { distanceKm } from '@kerb/domain/geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { driverSeesExactPlaces, roundedAddress, roundedPlace, roundedPoint } from './index.ts';

describe('an address without its house number', () => {
  it.each([
    ['18 de Julio 1453, Centro, Montevideo', '18 de Julio, Centro, Montevideo'],
    ['18 de Julio, Centro, Montevideo', '18 de Julio, Centro, Montevideo'],
    ['25 de Mayo 401 bis, Ciudad Vieja', '25 de Mayo, Ciudad Vieja'],
    ['Bulevar Artigas 1200', 'Bulevar Artigas'],
    ['1453 Main St, Springfield', 'Main St, Springfield'],
    ['221B Baker Street, London NW1 6XE', 'Baker Street, London'],
    ['350 5th Avenue, New York', '5th Avenue, New York'],
    ['Av. Paulista, 1578 - Bela Vista', 'Av. Paulista, Bela Vista'],
    ['Calle 12 # 34-56, Bogotá', 'Calle 12, Bogotá'],
    ['Plaza Independencia 848 Apto 302, Centro', 'Plaza Independencia, Centro'],
    ['Colonia 1234, Piso 3, Centro, 11200 Montevideo', 'Colonia, Centro, Montevideo'],
    ['Hospital Italiano, Avenida Italia 2870, Parque Batlle', 'Avenida Italia, Parque Batlle'],
    ['Plaza Independencia, Ciudad Vieja, Montevideo', 'Plaza Independencia, Ciudad Vieja, Montevideo'],
    ['شارع الملك فهد 123، العليا، الرياض', 'شارع الملك فهد, العليا, الرياض'],
    ['شارع الملك فهد ١٢٣، شقة ٤، الرياض', 'شارع الملك فهد, الرياض'],
    ['Rambla s/n, Pocitos', 'Rambla s/n, Pocitos'],
    ['1453', ''],
    ['-34.90580, -56.19130', ''],
  ])('%s → %s', (given, left) => {
    expect(roundedAddress(given)).toBe(left);
  });

  it('contains no number of three digits or more, for any input', () => {
    const word = fc.constantFrom(
      'Calle',
      'Main',
      'de',
      'Julio',
      '18',
      '1453',
      '12-34',
      '#55',
      'Apto',
      'شارع',
      'Centro',
      ',',
    );
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 12 }),
        fc.integer({ min: 1000, max: 99_999 }),
        (words, number) => {
          const left = roundedAddress([...words, String(number), ...words].join(' '));
          expect(left).not.toContain(String(number));
        },
      ),
    );
  });
});

describe('a place', () => {
  const degrees = {
    lat: fc.double({ min: -89, max: 89, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  };

  it('is moved by less than a block, and rounding is idempotent', () => {
    fc.assert(
      fc.property(fc.record(degrees), (point) => {
        const rounded = roundedPoint(point);
        expect(distanceKm(point, rounded)).toBeLessThan(0.08);
        expect(roundedPoint(rounded)).toEqual(rounded);
      }),
    );
  });

  it('is shown as its rounded coordinates when the address is only a number', () => {
    expect(roundedPlace({ lat: -34.90582, lng: -56.19134, add: '1453' })).toEqual({
      lat: -34.906,
      lng: -56.191,
      add: '-34.906, -56.191',
    });
  });
});

it('a driver sees exact addresses during the trip and until cash is collected', () => {
  const seen = (mode: 'cash' | 'card') =>
    bookingStatus.options.filter((status) => driverSeesExactPlaces(status, mode));
  expect(seen('card')).toEqual(['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED']);
  expect(seen('cash')).toEqual(['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING']);
});

describe('of an address', () => {
  it.each([
    // House numbers in every notation are removed.
    ['Colonia #34', 'Colonia'],
    ['Colonia n° 12', 'Colonia'],
    ['Colonia nº12', 'Colonia'],
    ['Colonia No. 12', 'Colonia'],
    ['Colonia Nro 12', 'Colonia'],
    ['Colonia Nro. 12', 'Colonia'],
    ['Colonia Num. 12', 'Colonia'],
    ['Colonia número 12', 'Colonia'],
    ['Main Road number 12', 'Main Road'],
    ['Ruta Interbalnearia km 23', 'Ruta Interbalnearia'],
    ['شارع الملك رقم ١٢', 'شارع الملك'],
    // Streets named by a number keep it.
    ['Calle 12', 'Calle 12'],
    ['Calle 12 345', 'Calle 12'],
    ['Calle 1234', 'Calle'],
    ['Carrera 7 # 71-21', 'Carrera 7'],
    ['Av. 9 100', 'Av. 9'],
    ['Av 9', 'Av 9'],
    ['Ruta 8 km 30', 'Ruta 8'],
    ['Route 66', 'Route 66'],
    ['Highway 101', 'Highway 101'],
    ['Avenida 18 22', 'Avenida 18'],
    ['Rue 7 15', 'Rue 7'],
    ['شارع 15', 'شارع 15'],
    ['Main 12', 'Main'],
    ['1 Calle 12', 'Calle'],
    // Ordinals are part of a name.
    ['42nd Street', '42nd Street'],
    ['1st Avenue 12', '1st Avenue'],
    ['3rd Street', '3rd Street'],
    ['3ª Avenida', '3ª Avenida'],
    ['2º Distrito', '2º Distrito'],
    ['12x Street', 'Street'],
    // The first number of a date in a street name remains.
    ['1º de Mayo 300', '1º de Mayo'],
    ['9 de Abril 1810', '9 de Abril'],
    ['2 di Giugno', '2 di Giugno'],
    ['4 of July 12', '4 of July'],
    ['7 do Setembro', '7 do Setembro'],
    ['118 de Julio', 'de Julio'],
    ['18 Julio', 'Julio'],
    // Parts inside a building are removed with everything after them.
    ['Colonia 1234 Apto 302 fondo', 'Colonia'],
    ['Colonia Apartamento 3', 'Colonia'],
    ['Main St Apt. 4', 'Main St'],
    ['Main St Apartment 4', 'Main St'],
    ['Colonia dto 2', 'Colonia'],
    ['Colonia dpto. 2', 'Colonia'],
    ['Colonia depto 2', 'Colonia'],
    ['Colonia departamento 2', 'Colonia'],
    ['Colonia Piso 2', 'Colonia'],
    ['Main St Floor 2', 'Main St'],
    ['Main St Unit B', 'Main St'],
    ['Main St Suite 5', 'Main St'],
    ['Colonia Oficina 5', 'Colonia'],
    ['Colonia of. 5', 'Colonia'],
    ['Colonia 12 of 5', 'Colonia'],
    ['Colonia of B2', 'Colonia'],
    ['Colonia 12 of', 'Colonia'],
    // "of" before a word does not mean an office.
    ['1211 Avenue of the Americas, New York', 'Avenue of the Americas, New York'],
    ['12 West Ferry, Isle of Dogs', 'West Ferry, Isle of Dogs'],
    ['Colonia, of 5, Centro', 'Colonia, Centro'],
    // An apartment after a street without a number is not a house number.
    ['Plaza Independencia, Apto 302, Centro', 'Plaza Independencia, Centro'],
    ['Café Sol, Casa Blanca 12', 'Casa Blanca'],
    ['Main St Room 5', 'Main St'],
    ['Colonia Torre B', 'Colonia'],
    ['Main St Block C', 'Main St'],
    ['Colonia Bloque C', 'Colonia'],
    ['Colonia Local 3', 'Colonia'],
    ['Colonia Casa 3', 'Colonia'],
    ['Torre Antel', 'Torre Antel'],
    ['Casa Blanca 12', 'Casa Blanca'],
    // Quarters and towns lose postal codes; parts inside a building are not quarters.
    ['Colonia, 11200 Montevideo', 'Colonia, Montevideo'],
    ['Colonia, Torre B, Centro', 'Colonia, Centro'],
    ['Colonia, Montevideo km', 'Colonia, Montevideo'],
    ['Colonia, - , Centro', 'Colonia, Centro'],
    ['Colonia 12, Centro of 5', 'Colonia'],
    // An empty part is skipped, so the part after it is still the street.
    [', 18 de Julio, Centro', '18 de Julio, Centro'],
    ['Café Sol,, Av. Italia 2870', 'Av. Italia'],
    // All separators of address parts.
    ['Colonia 1; Centro', 'Colonia, Centro'],
    ['Colonia 1\nCentro', 'Colonia, Centro'],
    ['Colonia 1 ，Centro', 'Colonia, Centro'],
    ['Colonia 1 、 Centro', 'Colonia, Centro'],
    // A place name before a street with its number is removed together with the number.
    ['Café Sol, Av. Italia 2870, Buceo', 'Av. Italia, Buceo'],
    ['Café Sol, Av. Italia n°2870', 'Av. Italia'],
    ['Café Sol, Av. Italia, Buceo', 'Café Sol, Av. Italia, Buceo'],
    ['Café Sol, 2870, Buceo', 'Café Sol, Buceo'],
    ['Café 33, Av. Italia 2870', 'Café, Av. Italia'],
    ['Café Sol', 'Café Sol'],
    ['Hospital Italiano, 18 de Julio 1453', '18 de Julio'],
    // Words that only resemble numbers, units or their abbreviations are names.
    ['Colonia Bruno 12', 'Colonia Bruno'],
    ['Colonia Norte 12', 'Colonia Norte'],
    ['Colonia Torres 12', 'Colonia Torres'],
    ['Main Ballroom 12', 'Main Ballroom'],
    ['Callejon 12', 'Callejon'],
    ['Micalle 12', 'Micalle'],
    ['Calle 123', 'Calle 123'],
    ['Calle 12B', 'Calle'],
    ['Calle B12', 'Calle'],
    ['B42nd Street', 'Street'],
    ['42ndx Street', 'Street'],
    ['18  de  Julio 12', '18 de Julio'],
    ['1453 18 de Julio', 'de Julio'],
    ['Colonia No 12', 'Colonia'],
    ['Colonia Num 12', 'Colonia'],
    ['Colonia nº 12', 'Colonia'],
    ['Colonia bis', 'Colonia'],
    ['Colonia Oficina Central', 'Colonia'],
    ['Colonia of 5abc', 'Colonia'],
    // Nothing remains without the number.
    ['# 34', ''],
    ['No. 12', ''],
    ['- 12', ''],
    ['', ''],
  ])('%j is left %j', (given, left) => {
    expect(roundedAddress(given)).toBe(left);
  });
});

it('a place has the rounded street when it has a street', () => {
  expect(roundedPlace({ lat: -34.90582, lng: -56.19134, add: 'Colonia 1453' })).toEqual({
    lat: -34.906,
    lng: -56.191,
    add: 'Colonia',
  });
});

it('no coordinate is rounded to the negative zero', () => {
  const { lat, lng } = roundedPoint({ lat: -0.0001, lng: -0.0004 });
  expect([Object.is(lat, 0), Object.is(lng, 0)]).toEqual([true, true]);
});

describe('a number after a street', () => {
  it.each([
    '2870',
    '2870A',
    '28-34',
    '28–34',
    '28/3',
    '28.3',
    '28-3º',
    '28°',
    '28#4',
    '#28',
    'n28',
    'nº28',
    'n°28',
    'no28',
    'N.28',
    'no.28',
  ])('may be %s, and a name before the street is removed with it', (number) => {
    expect(roundedAddress(`Café Sol, Avenida Italia ${number}, Buceo`)).toBe('Avenida Italia, Buceo');
  });

  it.each(['x28', '28!', '-28'])('is not %s', (number) => {
    expect(roundedAddress(`Café Sol, Avenida Italia ${number}`)).toBe('Café Sol, Avenida Italia');
  });
});
