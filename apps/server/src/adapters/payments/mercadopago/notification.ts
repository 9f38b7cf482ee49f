// Verifies Mercado Pago's notifications and reads only the data that their signature covers.
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { PaymentSignatureError, type ProviderRequest } from '../../../ports/payments.ts';
import { assertFresh, assertSignature, parseSigned } from '../signature.ts';
import type { Settings } from './client.ts';

/** Parses `ts=1742505638683,v1=ced3…`; throws PaymentSignatureError for anything else. */
function parseSignatureHeader(header: string | undefined): { ts: string; v1: string } {
  const parts = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...rest] = part.split('=');
      return [name.trim(), rest.join('=').trim()];
    }),
  );
  const ts = parts.get('ts');
  const v1 = parts.get('v1');
  if (!ts || !/^\d{10,13}$/.test(ts) || !v1)
    throw new PaymentSignatureError('There is no signature of the form ts=…,v1=…');
  return { ts, v1 };
}

/**
 * ms since the epoch. The documentation's examples use milliseconds and the official library seconds; both are
 * accepted.
 */
const signedTime = (ts: string) => Number(ts) * (ts.length > 11 ? 1 : 1000);

/**
 * Hexadecimal HMAC-SHA256 of `id:<data.id>;request-id:<x-request-id>;ts:<ts>;`, with data.id in lower case.
 * https://www.mercadopago.com/developers/en/docs/your-integrations/notifications/webhooks
 */
export const signNotification = (secret: string, dataId: string, requestId: string, ts: string): string =>
  createHmac('sha256', secret)
    .update(`id:${dataId.toLowerCase()};request-id:${requestId};ts:${ts};`)
    .digest('hex');

const bodySchema = z.object({
  data: z.object({ id: z.union([z.string(), z.number()]).transform(String) }),
});

/** Returns the signed id in the URL. Throws PaymentSignatureError for a notification that is not genuine. */
export function readNotification(
  request: ProviderRequest,
  settings: Settings,
): { id: string; requestId: string } {
  const id = request.query.get('data.id');
  const requestId = request.headers['x-request-id'];
  const { ts, v1 } = parseSignatureHeader(request.headers['x-signature']);
  if (!id || !requestId) throw new PaymentSignatureError('What the signature covers is missing');
  assertSignature(v1, signNotification(settings.webhookSecret, id, requestId, ts));
  assertFresh(signedTime(ts), settings.now());
  const body = bodySchema.safeParse(parseSigned(request.body));
  if (!body.success || body.data.data.id !== id)
    throw new PaymentSignatureError('The body is about something else than the address');
  return { id, requestId };
}
