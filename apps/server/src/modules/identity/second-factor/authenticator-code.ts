// Codes of authenticator apps: TOTP (RFC 6238) with SHA-1, six digits and 30 seconds, which every app supports.
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Number of time steps accepted before and after the current one, because clocks differ and typing takes time. */
const WINDOW = 1;

export const newAuthenticatorSecret = (): Uint8Array => randomBytes(SECRET_BYTES);

/** Copies the bytes, because a small Buffer shares its ArrayBuffer with other Buffers. */
const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer });

const totpOf = (bytes: Uint8Array, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...names, secret: secretOf(bytes), algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS });

/** The secret in base32, for typing it into the app without a camera. */
export const secretText = (bytes: Uint8Array): string => secretOf(bytes).base32;

/** otpauth://totp/… as authenticator apps read it from a QR code. */
export const authenticatorUri = (bytes: Uint8Array, names: { issuer: string; label: string }): string =>
  totpOf(bytes, names).toString();

export const stepAt = (now: number): number => Math.floor(now / 1000 / PERIOD_SECONDS);

/** The time step of the code, compared in constant time; null for a wrong code. `now` in ms since the epoch. */
export function stepOfCode(bytes: Uint8Array, code: string, now: number): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const difference = totpOf(bytes).validate({ token, timestamp: now, window: WINDOW });
  return difference === null ? null : stepAt(now) + difference;
}
