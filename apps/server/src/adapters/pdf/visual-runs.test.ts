// Tests that letters are drawn in visual order, for words of both text directions.
import { isolated } from '@kerb/texts';
import { describe, expect, it } from 'vitest';
import { type Direction, visualRuns } from './visual-runs.ts';

const isArabic = (codePoint: number): boolean => /\p{Script=Arabic}/u.test(String.fromCodePoint(codePoint));
const space = 32;
/** Two fonts; a space uses the font of the word before it. */
const fontFor = (codePoint: number, current: string | null): string =>
  codePoint === space && current !== null ? current : isArabic(codePoint) ? 'arabic' : 'latin';
const seen = (line: string, direction: Direction): string[] =>
  visualRuns(line, direction, fontFor).map(({ text }) => text);

describe('visualRuns', () => {
  it('leaves a line of one script whole', () => {
    expect(visualRuns('Total: 12.50', 'ltr', fontFor)).toEqual([{ text: 'Total: 12.50', font: 'latin' }]);
    expect(seen('', 'rtl')).toEqual([]);
  });

  it('orders Arabic words from the right, with numbers and Latin names in their own order', () => {
    expect(seen('رحلة 15 مايو', 'rtl')).toEqual(['مايو', ' ', '15', 'رحلة ']);
    expect(seen('السائق Sergio Paz هنا', 'rtl')).toEqual(['هنا', ' ', 'Sergio Paz', 'السائق ']);
    expect(seen('Driver سيرجيو today', 'ltr')).toEqual(['Driver ', 'سيرجيو', ' ', 'today']);
  });

  it('mirrors brackets in right-to-left text', () => {
    expect(seen('مايو (2026)', 'rtl')).toEqual(['(', '2026', ')', 'مايو ']);
    expect(seen('[مايو]', 'rtl').join('')).toBe('[مايو]');
  });

  it('preserves an amount as it was written when it is isolated', () => {
    expect(seen('-$U 12.00', 'rtl').join('')).not.toBe('-$U 12.00');
    expect(seen(isolated('-$U 12.00'), 'rtl').join('')).toBe('-$U 12.00');
  });
});
