// Tests which names contain invisible characters, and which only look unusual.
import { expect, it } from 'vitest';
import { hasInvisibleCharacters } from './invisible-characters.ts';

it.each(['a\u202eb', 'a\u2066b', 'a\u0000b', 'a\nb', 'a\u2028b', 'a\u2029b'])('%j holds some', (text) => {
  expect(hasInvisibleCharacters(text)).toBe(true);
});

it.each(['Ana María', 'توصيل', 'O’Neill-Ruiz', '👨‍👩‍👧‍👦 Taxi', 'a\u00a0b', ''])('%j holds none', (text) => {
  expect(hasInvisibleCharacters(text)).toBe(false);
});
