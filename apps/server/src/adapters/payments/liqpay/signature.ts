// LiqPay's envelope: `data` is JSON in base64, `signature` a hash of it between two copies of the private key.
import { createHash } from 'node:crypto';
import { isSameText } from '../../../kit/index.ts';
import { PaymentSignatureError, type ProviderRequest } from '../../../ports/payments.ts';
import { parseSigned } from '../signature.ts';
import { fieldOf, readForm } from '../signed-form.ts';

/**
 * Version 7 of the API, the current one, signs with SHA3-256; version 3, which LiqPay's libraries still use, with
 * SHA-1.
 */
export type LiqpayHash = 'sha3-256' | 'sha1';

export interface Envelope {
  readonly data: string;
  readonly signature: string;
}

/** base64(hash(private_key + data + private_key)): https://www.liqpay.ua/en/doc/api/data_signature */
export const signatureOf = (data: string, privateKey: string, hash: LiqpayHash = 'sha3-256'): string =>
  createHash(hash).update(`${privateKey}${data}${privateKey}`).digest('base64');

export function sealed(content: Readonly<Record<string, unknown>>, privateKey: string): Envelope {
  const data = Buffer.from(JSON.stringify(content)).toString('base64');
  return { data, signature: signatureOf(data, privateKey) };
}

/** Returns the JSON of a callback. Throws PaymentSignatureError when the signature is wrong for both versions. */
export function openEnvelope(request: ProviderRequest, privateKey: string): unknown {
  const form = readForm(request);
  const data = fieldOf(form, 'data');
  const signature = fieldOf(form, 'signature');
  const isGenuine = (['sha3-256', 'sha1'] as const).some((hash) =>
    isSameText(signature, signatureOf(data, privateKey, hash)),
  );
  if (!isGenuine) throw new PaymentSignatureError('The signature is wrong');
  return parseSigned(Buffer.from(data, 'base64'));
}
