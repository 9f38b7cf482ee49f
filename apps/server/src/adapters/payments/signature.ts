// Helpers of the webhook checks: compare signatures, and limit the age of a signed time.
import { isSameText } from '../../kit/index.ts';
import { PaymentSignatureError } from '../../ports/payments.ts';

/** Maximum difference between a signed time and the current time, in either direction, ms. */
export const TIME_TOLERANCE_MS = 5 * 60_000;

/** Throws PaymentSignatureError when the texts differ. */
export function assertSignature(actual: string | null | undefined, expected: string): void {
  if (!actual || !isSameText(actual, expected)) throw new PaymentSignatureError('The signature is wrong');
}

/** Throws PaymentSignatureError when `at` (ms since the epoch) is more than five minutes from `now`. */
export function assertFresh(at: number, now: number): void {
  if (!Number.isFinite(at) || Math.abs(now - at) > TIME_TOLERANCE_MS)
    throw new PaymentSignatureError('The signed time is too far from now');
}

/** Parses the JSON of a signed body; throws PaymentSignatureError for anything else. */
export function parseSigned(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw new PaymentSignatureError('The body is no JSON', { cause: error });
  }
}
