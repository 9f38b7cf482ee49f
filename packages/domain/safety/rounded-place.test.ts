// After a trip an address shows the street without the house number, for the address formats of many countries.
import { bookingStatus } from '@kerb/domain/booking';
import { distanceKm } from '@kerb/domain/geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { driverSeesDoors, roundedAddress, roundedPlace, roundedPoint } from './index.ts';

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

  it('is moved by less than a block, and rounding twice changes nothing', () => {
    fc.assert(
      fc.property(fc.record(degrees), (point) => {
        const rounded = roundedPoint(point);
        expect(distanceKm(point, rounded)).toBeLessThan(0.08);
        expect(roundedPoint(rounded)).toEqual(rounded);
      }),
    );
  });

  it('is shown as its rounded coordinates when the address was only a number', () => {
    expect(roundedPlace({ lat: -34.90582, lng: -56.19134, add: '1453' })).toEqual({
      lat: -34.906,
      lng: -56.191,
      add: '-34.906, -56.191',
    });
  });
});

it('a driver sees exact addresses during the trip and until cash is collected', () => {
  const seen = (mode: 'cash' | 'card') =>
    bookingStatus.options.filter((status) => driverSeesDoors(status, mode));
  expect(seen('card')).toEqual(['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED']);
  expect(seen('cash')).toEqual(['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING']);
});
