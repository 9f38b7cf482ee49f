// Payfast's two signatures: of a form in the documented order, and of an API call in the order of the alphabet.
// https://developers.payfast.co.za/docs#step_2_signature and https://developers.payfast.co.za/api#signature-generation
import { createHash } from 'node:crypto';
import { isSameText } from '../../../kit/index.ts';
import { PaymentSignatureError } from '../../../ports/payments.ts';

type Fields = readonly (readonly [name: string, value: string])[];

/** As PHP's urlencode writes it: a space is a plus, everything but letters, digits, "-", "_" and "." is escaped. */
export function phpUrlencode(text: string): string {
  const escaped = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replace(/[!'()*~]/g, escaped);
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

export const payfastText = (fields: Fields): string =>
  fields.map(([name, value]) => `${name}=${phpUrlencode(value)}`).join('&');

/** The fields in the order they are sent in; the passphrase ends them, unless the account has none (''). */
export const payfastSignature = (fields: Fields, passphrase: string): string =>
  md5(payfastText(passphrase === '' ? fields : [...fields, ['passphrase', passphrase.trim()]]));

/** Of the headers, the query and the body of an API call together. */
export function payfastApiSignature(values: Readonly<Record<string, string>>, passphrase: string): string {
  const fields = Object.entries({ ...values, passphrase }).filter(([, value]) => value !== '');
  return md5(payfastText(fields.sort(([one], [other]) => (one < other ? -1 : 1))));
}

/** PHP's stripslashes: Payfast's own check takes them off before it signs. */
const stripSlashes = (text: string) => text.replace(/\\(.?)/gs, '$1');

/**
 * What stands before `signature` in a notification, once that is right, in the order it came. Throws
 * PaymentSignatureError otherwise. What stands behind it is not signed and left out.
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
