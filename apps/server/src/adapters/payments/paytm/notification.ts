// Parses Paytm's notifications and returns: a form with CHECKSUMHASH, or JSON with a signature in its head.
// https://developer.paytm.com/docs/payment-status/, payment-success-webhook/ and the refund webhooks beside them.
import { z } from 'zod';
import { PaymentSignatureError, type ProviderRequest } from '../../../ports/payments.ts';
import { fieldOf, readForm } from '../signed-form.ts';
import { rawObjects } from './raw-member.ts';
import { assertPaytmChecksum, paytmFormText } from './signature.ts';

/** A verified notice. It only triggers a query at Paytm, because the names of a form's fields are not signed. */
export interface PaytmNotice {
  readonly mid: string;
  readonly orderId: string;
  readonly status: string;
  /**
   * Id of the refund that the notice is about, also of one made in Paytm's dashboard; null when it is about the payment.
   */
  readonly refId: string | null;
}

const STATUSES = ['TXN_SUCCESS', 'TXN_FAILURE', 'PENDING'];

function assertStatus(status: string): string {
  if (!STATUSES.includes(status)) throw new PaymentSignatureError('The status is unknown to Paytm');
  return status;
}

/** Throws PaymentSignatureError for a form that Paytm did not sign, or without the fields that every such form has. */
export function verifyPaytmForm(form: ReadonlyMap<string, string>, key: string): PaytmNotice {
  assertPaytmChecksum(paytmFormText(form), key, fieldOf(form, 'CHECKSUMHASH'));
  return {
    mid: fieldOf(form, 'MID'),
    orderId: fieldOf(form, 'ORDERID'),
    status: assertStatus(fieldOf(form, 'STATUS')),
    refId: null,
  };
}

const signedHead = z.object({ signature: z.string() });
const signedBody = z.object({
  mid: z.string(),
  orderId: z.string(),
  refId: z.string().nullish(),
  status: z.string().nullish(),
  resultInfo: z.object({ resultStatus: z.string() }).nullish(),
});

function parse<T>(text: string | undefined, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(text ?? ''));
  } catch (error) {
    throw new PaymentSignatureError('It is no notice of Paytm', { cause: error });
  }
}

function readJson(text: string, key: string): PaytmNotice {
  const objects = rawObjects(text);
  const raw = objects.get('body');
  const { signature } = parse(objects.get('head'), signedHead);
  assertPaytmChecksum(raw ?? '', key, signature);
  const { mid, orderId, refId, status, resultInfo } = parse(raw, signedBody);
  return {
    mid,
    orderId,
    refId: refId || null,
    status: assertStatus(status ?? resultInfo?.resultStatus ?? (refId ? 'TXN_SUCCESS' : '')),
  };
}

/** Throws PaymentSignatureError for requests that Paytm did not send. */
export function readPaytmNotice(request: ProviderRequest, key: string): PaytmNotice {
  const text = request.body.toString('utf8');
  return text.trimStart().startsWith('{') ? readJson(text, key) : verifyPaytmForm(readForm(request), key);
}
