// Tests polylines with Google's published example, and that decoding an encoded route returns the same route.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePolyline, encodePolyline } from './polyline.ts';

const example = [
  { lat: 38.5, lng: -120.2 },
  { lat: 40.7, lng: -120.95 },
  { lat: 43.252, lng: -126.453 },
];

describe('polyline', () => {
  it('encodes and decodes the example of the published algorithm', () => {
    expect(encodePolyline(example)).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@');
    expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual(example);
    expect(encodePolyline([{ lat: 0, lng: -179.9832104 }])).toBe('?`~oia@');
  });

  it('returns an empty text for no points', () => {
    expect(encodePolyline([])).toBe('');
    expect(decodePolyline('')).toEqual([]);
  });

  it.each([5, 6] as const)('comes back the same at precision %d', (precision) => {
    const factor = 10 ** precision;
    const degrees = (limit: number) =>
      fc.integer({ min: -limit * factor, max: limit * factor }).map((value) => value / factor);
    const points = fc.array(fc.record({ lat: degrees(90), lng: degrees(180) }), { maxLength: 60 });
    fc.assert(
      fc.property(points, (route) => {
        const back = decodePolyline(encodePolyline(route, precision), precision);
        expect(back).toHaveLength(route.length);
        route.forEach((point, index) => {
          expect(Math.abs((back[index]?.lat ?? 999) - point.lat)).toBeLessThan(0.1 / factor);
          expect(Math.abs((back[index]?.lng ?? 999) - point.lng)).toBeLessThan(0.1 / factor);
        });
      }),
    );
  });

  it('does not accumulate rounding errors along the route', () => {
    const step = { lat: 0.0000049, lng: 0.0000149 };
    const route = Array.from({ length: 500 }, (_, index) => ({
      lat: step.lat * index,
      lng: step.lng * index,
    }));
    const last = decodePolyline(encodePolyline(route)).at(-1);
    expect(Math.abs((last?.lng ?? 999) - step.lng * 499)).toBeLessThanOrEqual(0.000005);
  });

  it('writes a second character from 16 × 10⁻⁵ degrees', () => {
    expect(encodePolyline([{ lat: 0.00015, lng: -0.00016 }])).toBe(']^');
    expect(encodePolyline([{ lat: 0.00016, lng: -0.00017 }])).toBe('_@`@');
    expect(decodePolyline('_@`@')).toEqual([{ lat: 0.00016, lng: -0.00017 }]);
  });

  it('accepts the characters from ? to ~ and no others', () => {
    expect(decodePolyline('??')).toEqual([{ lat: 0, lng: 0 }]);
    expect(() => decodePolyline('>?')).toThrowError(/^invalid_input/);
    expect(() => decodePolyline('\u007f?')).toThrowError(/^invalid_input/);
    expect(() => decodePolyline('\u007f??')).toThrowError(/^invalid_input/);
  });

  it.each(['_p~iF', '_p~iF~ps|', '_', ' !', '_p~iF~ps|Ué?'])('refuses %j', (text) => {
    expect(() => decodePolyline(text)).toThrowError(/^invalid_input/);
  });
});
