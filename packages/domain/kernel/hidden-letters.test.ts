// Tests which names contain invisible characters, and which only look unusual.
import { expect, it } from 'vitest';
import { holdsHiddenLetters } from './hidden-letters.ts';

it.each(['a\u202eb', 'a\u2066b', 'a\u0000b', 'a\nb', 'a\u2028b', 'a\u2029b'])('%j holds some', (text) => {
  expect(holdsHiddenLetters(text)).toBe(true);
});

it.each(['Ana María', 'توصيل', 'O’Neill-Ruiz', '👨‍👩‍👧‍👦 Taxi', 'a\u00a0b', ''])('%j holds none', (text) => {
  expect(holdsHiddenLetters(text)).toBe(false);
});
