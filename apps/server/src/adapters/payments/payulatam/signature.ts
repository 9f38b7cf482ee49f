// Verifies and creates PayU Latam's signatures: a hash over the API key and some fields, with the amount in one of two
// formats.
// https://developers.payulatam.com/latam/en/docs/integrations/webcheckout-integration/ payment-form.html,
// response-page.html and confirmation-page.html.
import { createHash, createHmac } from 'node:crypto';
import { PaymentSignatureError } from '../../../ports/payments.ts';
import { assertSignature } from '../signature.ts';

export const PAYU_ALGORITHMS = ['MD5', 'SHA', 'SHA256', 'HMAC-SHA256'] as const;

export interface PayuSigning {
  readonly apiKey: string;
  /** The algorithm chosen in the merchant's account. */
  readonly algorithm: (typeof PAYU_ALGORITHMS)[number];
  /** Key of HMAC-SHA256: the API key, unless the account has a separate secret. */
  readonly secret: string;
}

/** Lower-case hexadecimal hash of `apiKey~field~field…`. */
export function payuSignature({ apiKey, algorithm, secret }: PayuSigning, fields: readonly string[]): string {
  const text = [apiKey, ...fields].join('~');
  switch (algorithm) {
    case 'MD5':
      return createHash('md5').update(text).digest('hex');
    case 'SHA':
      return createHash('sha1').update(text).digest('hex');
    case 'SHA256':
      return createHash('sha256').update(text).digest('hex');
    case 'HMAC-SHA256':
      return createHmac('sha256', secret).update(text).digest('hex');
  }
}

/**
 * Splits an amount into its whole part and two decimals; throws PaymentSignatureError for a format that PayU does not
 * use.
 */
function hundredthsOf(value: string): { whole: string; decimals: string } {
  const [, whole = '', decimals = ''] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(value) ?? [];
  if (whole === '') throw new PaymentSignatureError('The amount is invalid');
  return { whole, decimals: decimals.padEnd(2, '0') };
}

/** Amount format of the confirmation page: a zero as second decimal is omitted, 150.00 → 150.0, 150.26 → 150.26. */
export function confirmationValue(value: string): string {
  const { whole, decimals } = hundredthsOf(value);
  return `${whole}.${decimals.endsWith('0') ? decimals.slice(0, 1) : decimals}`;
}

/** Amount format of the response page: one decimal, rounded half to even, 150.25 → 150.2, 150.35 → 150.4. */
export function responseValue(value: string): string {
  const { whole, decimals } = hundredthsOf(value);
  const hundredths = Number(`${whole}${decimals}`);
  const below = Math.floor(hundredths / 10);
  const rest = hundredths % 10;
  const tenths = rest > 5 || (rest === 5 && below % 2 === 1) ? below + 1 : below;
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

export interface PayuSigned {
  readonly merchantId: string;
  readonly reference: string;
  /** The amount in the format that the page signs. */
  readonly value: string;
  readonly currency: string;
  readonly state: string;
  readonly signature: string;
}

/**
 * Throws PaymentSignatureError unless PayU signed these fields. The format of the fields after the reference is
 * checked, so that a tilde in one field cannot shift its content into the next.
 */
export function assertPayuSigned(signing: PayuSigning, signed: PayuSigned): void {
  const { merchantId, reference, value, currency, state, signature } = signed;
  if (!/^\d+$/.test(merchantId) || !/^[A-Z]{3}$/.test(currency) || !/^\d{1,3}$/.test(state))
    throw new PaymentSignatureError('A signed field has no such form');
  assertSignature(
    signature.toLowerCase(),
    payuSignature(signing, [merchantId, reference, value, currency, state]),
  );
}
