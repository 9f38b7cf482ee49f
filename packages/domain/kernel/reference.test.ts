// Tests that references are readable, evenly distributed, and recognised in typed text.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookingReference, parseReference, REFERENCE_ALPHABET } from './reference.ts';

const bytes = fc.uint8Array({ minLength: 6, maxLength: 12 });

describe('bookingReference', () => {
  it('has six characters without 0, O, 1 and I', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        expect(bookingReference(random)).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
      }),
    );
  });

  it('uses every character with equal probability', () => {
    const count = new Map<string, number>();
    for (let byte = 0; byte < 256; byte++) {
      const first = bookingReference(Uint8Array.of(byte, 0, 0, 0, 0, 0)).charAt(0);
      count.set(first, (count.get(first) ?? 0) + 1);
    }
    expect([...count.keys()].sort().join('')).toBe(REFERENCE_ALPHABET);
    expect(new Set(count.values())).toEqual(new Set([8]));
  });

  it('requires six bytes', () => {
    expect(() => bookingReference(Uint8Array.of(1, 2, 3, 4, 5))).toThrowError(/^invalid_input/);
  });
});

describe('parseReference', () => {
  it('accepts any spelling of the reference', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const reference = bookingReference(random);
        expect(parseReference(` ${reference.slice(0, 3).toLowerCase()}-${reference.slice(3)} `)).toBe(
          reference,
        );
      }),
    );
  });

  it.each(['', 'ABC', 'ABCDEFG', 'ABCDE0', 'ABCDEI', 'ÄBCDEF'])('finds none in %j', (typed) => {
    expect(parseReference(typed)).toBeNull();
  });
});
