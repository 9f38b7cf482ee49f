// Tests of the text message with a code; only a domain gets the line that browsers read.
import { expect, test } from 'vitest';
import { otpMessage } from './otp-message.ts';

const text = '123456 is your Kerb code. Do not share it.';
const code = { text, otp: '123456' };

test('the last line binds the code to the domain', () => {
  expect(otpMessage({ ...code, host: 'kerb.example' })).toBe(`${text}\n\n@kerb.example #123456`);
});

test('the line with the domain is left out without a domain', () => {
  for (const host of [
    undefined,
    '',
    '127.0.0.1',
    '::1',
    'a b',
    'kerb.example\n@evil.example',
    'x'.repeat(254),
  ])
    expect(otpMessage({ ...code, host })).toBe(text);
});
