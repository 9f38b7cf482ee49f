// Implements Paytm's checksum: a salted SHA-256 of the data, encrypted with the merchant's key.
// https://www.paytmpayments.com/docs/checksum/ and the official library, github.com/paytm/Paytm_Node_Checksum.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { isSameText } from '../../../kit/index.ts';
import { PaymentSignatureError } from '../../../ports/payments.ts';

const CIPHER = 'aes-128-cbc';
const IV = '@@@@&&&&####$$$$';
const SALT_LENGTH = 4;

const hashOf = (text: string, salt: string) =>
  createHash('sha256').update(`${text}|${salt}`).digest('hex') + salt;

/** The checksum of a request's body, exactly as it is sent, or of a form's values. `salt`: four characters. */
export function paytmChecksum(text: string, key: string, salt = randomBytes(3).toString('base64')): string {
  const cipher = createCipheriv(CIPHER, key, IV);
  return cipher.update(hashOf(text, salt), 'utf8', 'base64') + cipher.final('base64');
}

function decrypt(checksum: string, key: string): string {
  try {
    const decipher = createDecipheriv(CIPHER, key, IV);
    return decipher.update(checksum, 'base64', 'utf8') + decipher.final('utf8');
  } catch (error) {
    throw new PaymentSignatureError('The checksum cannot be read', { cause: error });
  }
}

/** Throws PaymentSignatureError unless `checksum` is valid for `text`. */
export function assertPaytmChecksum(text: string, key: string, checksum: string): void {
  const hash = decrypt(checksum, key);
  if (!isSameText(hash, hashOf(text, hash.slice(-SALT_LENGTH))))
    throw new PaymentSignatureError('The checksum is wrong');
}

/**
 * The signed text of a form: its values in the order of their names, joined by bars. Names are not signed, so a value
 * that contains a bar, and could pass for two values, is rejected; Paytm sends no such values.
 */
export function paytmFormText(form: ReadonlyMap<string, string>): string {
  return [...form]
    .filter(([name]) => name !== 'CHECKSUMHASH')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => {
      if (value.includes('|')) throw new PaymentSignatureError(`${name} has a bar in it`);
      return value.toLowerCase() === 'null' ? '' : value;
    })
    .join('|');
}
