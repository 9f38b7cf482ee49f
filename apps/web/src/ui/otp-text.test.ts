// Tests that the six digits of a code are extracted from any pasted text.
import { expect, it } from 'vitest';
import { digitsIn, otpIn } from './otp-text.ts';

it.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['Your code: 123456', '123456'],
  ['123456 is your Kerb code. Do not share it.', '123456'],
  ['Kerb 2026: your code is 654321.\n\n@kerb.example #654321', '654321'],
  ['call +59899000001, code 123456', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳۴۵۶', '123456'],
  ['１２３４５６', '123456'],
  ['12', '12'],
  ['12a3', '123'],
  ['1234567', '123456'],
  ['', ''],
  ['no digits', ''],
])('%j is %s', (text, code) => {
  expect(otpIn(text)).toBe(code);
});

it.each([
  ['٤٨٢١٧', '48217'],
  ['۴۸۲۱۷', '48217'],
  ['482 179', '48217'],
])('reads the digits of %s', (text, digits) => {
  expect(digitsIn(text, 5)).toBe(digits);
});
