// Tests the initial view of the board's map.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fleetCentre } from './fleet-centre.ts';

it('ignores an outlying car', () => {
  const near = Array.from({ length: 40 }, (_, at) => ({ lat: -34.9 + at / 10_000, lng: -56.2 }));
  const [from, to] = fleetCentre([...near, { lat: -30, lng: -50 }]);
  expect(from?.lng).toBe(-56.2);
  expect(to?.lng).toBe(-56.2);
});

it('lies within the positions, and is empty for fewer than two', () => {
  expect(fleetCentre([])).toEqual([]);
  expect(fleetCentre([{ lat: 1, lng: 2 }])).toEqual([]);
  const place = fc.record({
    lat: fc.double({ min: -80, max: 80, noNaN: true }),
    lng: fc.double({ min: -170, max: 170, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(place, { minLength: 2 }), (places) => {
      for (const corner of fleetCentre(places)) {
        expect(places.some(({ lat }) => lat === corner.lat)).toBe(true);
        expect(places.some(({ lng }) => lng === corner.lng)).toBe(true);
      }
    }),
  );
});
