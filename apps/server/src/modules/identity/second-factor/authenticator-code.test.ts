// Tests of TOTP with the vectors of RFC 6238 appendix B (SHA-1, last six digits), and of the accepted time steps.
import { describe, expect, it, test } from 'vitest';
import {
  authenticatorUri,
  newAuthenticatorSecret,
  secretText,
  stepAt,
  stepOfCode,
} from './authenticator-code.ts';

const secret = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %d s the code is %s', (seconds, code) => {
  expect(stepOfCode(secret, code, seconds * 1000)).toBe(stepAt(seconds * 1000));
});

describe('the window', () => {
  const now = 1_111_111_111_000;
  const step = stepAt(now);
  it('accepts the previous and the next time step and returns the step of the code', () => {
    expect(stepOfCode(secret, '050471', now + 30_000)).toBe(step);
    expect(stepOfCode(secret, '050471', now - 30_000)).toBe(step);
    expect(stepOfCode(secret, '050471', now + 60_000)).toBeNull();
    expect(stepOfCode(secret, '050471', now - 60_000)).toBeNull();
  });
  it('accepts spaces between the digits and no other characters', () => {
    expect(stepOfCode(secret, '050 471', now)).toBe(step);
    for (const code of ['', '05047', '0504711', '05047a', '٠٥٠٤٧١', '050471\0'])
      expect(stepOfCode(secret, code, now)).toBeNull();
  });
  it('rejects the code of another secret', () => {
    expect(stepOfCode(Buffer.from('another secret of it'), '050471', now)).toBeNull();
  });
});

it('returns an otpauth URI with the service as issuer and the user as label', () => {
  expect(secretText(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const uri = new URL(authenticatorUri(secret, { issuer: 'Taxi & Co', label: '+59899123456' }));
  expect(uri.host).toBe('totp');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Taxi & Co',
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

it('generates distinct secrets of 160 bits', () => {
  const secrets = Array.from({ length: 20 }, newAuthenticatorSecret);
  expect(new Set(secrets.map(secretText)).size).toBe(20);
  expect(secrets.every(({ length }) => length === 20)).toBe(true);
});
