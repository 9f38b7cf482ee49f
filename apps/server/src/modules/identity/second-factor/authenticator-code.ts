// Codes of authenticator apps: TOTP of RFC 6238 with SHA-1, six digits and 30 seconds, which every app understands.
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Steps before and after the present one that are accepted: clocks differ, and a code takes time to type. */
const WINDOW = 1;

export const newAuthenticatorSecret = (): Uint8Array => randomBytes(SECRET_BYTES);

/** A copy of the bytes alone: a small Buffer shares its memory with others. */
const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer });

const totpOf = (bytes: Uint8Array, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...names, secret: secretOf(bytes), algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS });

/** In base32, to type into the app where no camera is at hand. */
export const secretText = (bytes: Uint8Array): string => secretOf(bytes).base32;

/** otpauth://totp/… as authenticator apps read it from a QR code. */
export const authenticatorUri = (bytes: Uint8Array, names: { issuer: string; label: string }): string =>
  totpOf(bytes, names).toString();

export const stepAt = (now: number): number => Math.floor(now / 1000 / PERIOD_SECONDS);

/** The time step that the code belongs to, compared in constant time; null for a wrong code. `now` in ms since the epoch. */
export function stepOfCode(bytes: Uint8Array, code: string, now: number): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const difference = totpOf(bytes).validate({ token, timestamp: now, window: WINDOW });
  return difference === null ? null : stepAt(now) + difference;
}
