// Implements Payfast's two signatures: of a form in the documented order, and of an API call in alphabetical order.
// https://developers.payfast.co.za/docs#step_2_signature and https://developers.payfast.co.za/api#signature-generation
import { createHash } from 'node:crypto';
import { isSameText } from '../../../kit/index.ts';
import { PaymentSignatureError } from '../../../ports/payments.ts';

type Fields = readonly (readonly [name: string, value: string])[];

/**
 * Encodes like PHP's urlencode: a space becomes a plus, and everything but letters, digits, "-", "_" and "." is
 * escaped.
 */
export function phpUrlencode(text: string): string {
  const escaped = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replace(/[!'()*~]/g, escaped);
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

export const payfastText = (fields: Fields): string =>
  fields.map(([name, value]) => `${name}=${phpUrlencode(value)}`).join('&');

/** Signs the fields in the order in which they are sent, followed by the passphrase; '' for an account without one. */
export const payfastSignature = (fields: Fields, passphrase: string): string =>
  md5(payfastText(passphrase === '' ? fields : [...fields, ['passphrase', passphrase.trim()]]));

/** Signs the headers, the query and the body of an API call together. */
export function payfastApiSignature(values: Readonly<Record<string, string>>, passphrase: string): string {
  const fields = Object.entries({ ...values, passphrase }).filter(([, value]) => value !== '');
  return md5(payfastText(fields.sort(([one], [other]) => (one < other ? -1 : 1))));
}

/** PHP's stripslashes: Payfast's own check removes backslashes before signing. */
const stripSlashes = (text: string) => text.replace(/\\(.?)/gs, '$1');

/**
 * Verifies a notification and returns the fields before `signature`, in their original order. Fields after it are not
 * signed and left out. Throws PaymentSignatureError when the signature is wrong.
 */
export function verifyNotification(form: ReadonlyMap<string, string>, passphrase: string): Fields {
  const all = [...form];
  const fields = all.slice(
    0,
    all.findIndex(([name]) => name === 'signature'),
  );
  const signature = form.get('signature') ?? '';
  if (signature === '' || fields.some(([name]) => !/^\w+$/.test(name)))
    throw new PaymentSignatureError('It is no notification of Payfast');
  const stripped = fields.map(([name, value]) => [name, stripSlashes(value)] as const);
  const signed = [fields, stripped].find((one) => isSameText(payfastSignature(one, passphrase), signature));
  if (!signed) throw new PaymentSignatureError('The signature is wrong');
  return signed;
}
