// Tests which items of a long list are rendered.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topOf, windowItems } from './window-items.ts';

describe('windowItems', () => {
  it('renders the visible items with a margin, and reserves the height of the rest', () => {
    const heights = Array.from({ length: 500 }, () => 68);
    const { from, to, above, below } = windowItems(heights, 6800, 680);
    expect(from).toBeLessThanOrEqual(100);
    expect(to).toBeGreaterThanOrEqual(110);
    expect(to - from).toBeLessThan(30);
    expect(above + (to - from) * 68 + below).toBe(500 * 68);
  });

  it('retains the height of the whole list, and covers the visible part', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(36, 52, 68), { maxLength: 60 }),
        fc.nat(5000),
        fc.integer({ min: 1, max: 1000 }),
        (heights, scrolled, height) => {
          const { from, to, above, below } = windowItems(heights, scrolled, height);
          const drawn = heights.slice(from, to).reduce((sum, one) => sum + one, 0);
          const whole = topOf(heights, heights.length);
          expect(above + drawn + below).toBe(whole);
          expect(above).toBe(topOf(heights, from));
          const start = Math.max(0, Math.min(scrolled, whole - height));
          expect(above).toBeLessThanOrEqual(start);
          expect(above + drawn).toBeGreaterThanOrEqual(Math.min(whole, start + height));
          if (heights.length > 0) expect(to).toBeGreaterThan(from);
        },
      ),
    );
  });
});
