// Signs and verifies the test provider's webhooks: an HMAC over the time and the bytes of the body, with a key derived
// from the installation's secret.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { PaymentSignatureError, type ProviderRequest } from '../../../ports/payments.ts';

export const SIGNATURE_HEADER = 'x-kerb-test-signature';
const TOLERANCE_MS = 5 * 60_000;

/** The derived key has no other use, so that a leaked key signs only test webhooks. */
export const testKeyOf = (secret: string): Buffer =>
  createHmac('sha256', secret).update('payments.test-provider').digest();

const mac = (key: Buffer, at: number, body: Buffer): string =>
  createHmac('sha256', key).update(`${at}.`).update(body).digest('hex');

export const signTest = (key: Buffer, body: Buffer, at: number): string => `t=${at},v1=${mac(key, at, body)}`;

/** Throws PaymentSignatureError for an invalid signature, or one made more than five minutes from `now`. */
export function assertTestSignature(key: Buffer, { headers, body }: ProviderRequest, now: number): void {
  const [, time, given] = /^t=(\d{1,15}),v1=([0-9a-f]{64})$/.exec(headers[SIGNATURE_HEADER] ?? '') ?? [];
  if (time === undefined || given === undefined) throw new PaymentSignatureError('The signature is missing');
  const expected = mac(key, Number(time), body);
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(expected)))
    throw new PaymentSignatureError('The signature is wrong');
  if (Math.abs(now - Number(time)) > TOLERANCE_MS)
    throw new PaymentSignatureError('The signed time is too far from now');
}
