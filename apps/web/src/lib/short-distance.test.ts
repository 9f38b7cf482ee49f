// Tests the rounding of distances to a turn, and their units.
import { describe, expect, it } from 'vitest';
import { formatShortDistance } from './short-distance.ts';

describe('the distance to a turn', () => {
  it('is in metres below a kilometre, in steps', () => {
    expect(formatShortDistance(0.003, false, 'en')).toBe('10 m');
    expect(formatShortDistance(0.187, false, 'en')).toBe('190 m');
    expect(formatShortDistance(0.73, false, 'en')).toBe('750 m');
    expect(formatShortDistance(0.96, false, 'en')).toBe('1 km');
    expect(formatShortDistance(2.34, false, 'es-UY')).toBe('2,3 km');
    expect(formatShortDistance(12.4, false, 'en')).toBe('12 km');
  });

  it('is in feet and miles when the operator uses miles', () => {
    expect(formatShortDistance(0.03, true, 'en')).toBe('100 ft');
    expect(formatShortDistance(1.609344, true, 'en')).toBe('1 mi');
  });

  it('stays together in a sentence of a right-to-left language', () => {
    expect(formatShortDistance(0.187, false, 'ar-u-nu-latn')).toMatch(/^\u2068190.*\u2069$/);
  });
});
