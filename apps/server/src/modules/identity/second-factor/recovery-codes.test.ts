// Tests of recovery codes and encrypted secrets: format, stored form, and the user they belong to.
import { expect, it } from 'vitest';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { createSealer } from './seal-secret.ts';

it('generates ten distinct codes without ambiguous characters', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[2-9a-hj-km-np-z]{4}(-[2-9a-hj-km-np-z]{4}){2}$/);
});

it('hashes a code alike in any case and spacing, and differently for another user or secret', () => {
  const stored = hashRecoveryCode('secret', 'ana', 'k7wd-93xm-q2rt');
  expect(hashRecoveryCode('secret', 'ana', ' K7WD 93XM-q2rt ')).toEqual(stored);
  expect(hashRecoveryCode('secret', 'eva', 'k7wd-93xm-q2rt')).not.toEqual(stored);
  expect(hashRecoveryCode('another', 'ana', 'k7wd-93xm-q2rt')).not.toEqual(stored);
  expect(hashRecoveryCode('secret', 'ana', 'k7wd-93xm-q2ru')).not.toEqual(stored);
});

it('decrypts a sealed secret only for its owner and with the same installation secret', () => {
  const sealer = createSealer('the secret of the installation');
  const plain = Buffer.from('twenty bytes of it..');
  const sealed = sealer.seal(plain, 'ana');
  expect(sealed.includes(plain)).toBe(false);
  expect(sealer.seal(plain, 'ana')).not.toEqual(sealed);
  expect(sealer.open(sealed, 'ana')).toEqual(plain);
  expect(sealer.open(sealed, 'eva')).toBeNull();
  expect(createSealer('another secret').open(sealed, 'ana')).toBeNull();
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(sealer.open(sealed, 'ana')).toBeNull();
});
