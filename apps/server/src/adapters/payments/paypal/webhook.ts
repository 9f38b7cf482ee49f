// Verifies the signatures of PayPal's webhooks with PayPal's certificate, and reads which order an event is about.
import { verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { PaymentSignatureError, type ProviderRequest } from '../../../ports/payments.ts';
import { callProvider } from '../call-provider.ts';
import { assertFresh, parseSigned } from '../signature.ts';

const ALGORITHM = 'SHA256withRSA';
const CERTIFICATES_PATH = '/v1/notifications/certs/';
/**
 * Maximum number of cached certificates. PayPal uses a few at a time; more would be an attempt to exhaust the memory.
 */
const MAX_CERTIFICATES = 20;

const payPalEvent = z.object({
  id: z.string().min(1),
  event_type: z.string(),
  resource: z.unknown(),
});
export type PayPalEvent = z.infer<typeof payPalEvent>;

/** Public key of a PEM certificate that is PayPal's and valid at `now`; throws PaymentSignatureError for any other. */
function keyOf(pem: string, now: number) {
  const certificate = (() => {
    try {
      return new X509Certificate(pem);
    } catch (error) {
      throw new PaymentSignatureError('The certificate is invalid', { cause: error });
    }
  })();
  const isOfPayPal = /^CN=messageverificationcerts\.(sandbox\.)?paypal\.com$/m.test(certificate.subject);
  const isValid = now >= Date.parse(certificate.validFrom) && now <= Date.parse(certificate.validTo);
  if (!isOfPayPal || !isValid) throw new PaymentSignatureError('The certificate is not PayPal’s of today');
  return certificate.publicKey;
}

/**
 * https://developer.paypal.com/api/rest/webhooks/rest, "Self verification method": RSA with SHA-256 over
 * `<transmission id>|<transmission time>|<webhook id>|<CRC-32 of the body, decimal>`. Throws PaymentSignatureError.
 */
export function assertPayPalSignature(
  { headers, body }: Pick<ProviderRequest, 'headers' | 'body'>,
  webhookId: string,
  certificate: string,
  now: number,
): void {
  const time = headers['paypal-transmission-time'] ?? '';
  assertFresh(Date.parse(time), now);
  if (headers['paypal-auth-algo'] !== ALGORITHM) throw new PaymentSignatureError('The algorithm is another');
  const signed = `${headers['paypal-transmission-id'] ?? ''}|${time}|${webhookId}|${crc32(body)}`;
  const signature = Buffer.from(headers['paypal-transmission-sig'] ?? '', 'base64');
  if (!verify('sha256', Buffer.from(signed), keyOf(certificate, now), signature))
    throw new PaymentSignatureError('The signature is wrong');
}

/** URL of the certificate. Only PayPal's own certificate host, of the same environment, is accepted. */
export function certificateUrl(header: string | undefined, apiUrl: string): URL {
  const { origin } = new URL(apiUrl);
  if (!header || !URL.canParse(header)) throw new PaymentSignatureError('The certificate has no address');
  const url = new URL(header);
  const isOurs = [origin, origin.replace('//api-m.', '//api.')].includes(url.origin);
  if (!isOurs || !url.pathname.startsWith(CERTIFICATES_PATH))
    throw new PaymentSignatureError('The certificate is not at PayPal');
  return url;
}

export interface PayPalWebhooks {
  /**
   * Returns the verified event; throws PaymentSignatureError, or PaymentUnavailableError when the certificate cannot be
   * loaded.
   */
  open(request: ProviderRequest, now: number): Promise<PayPalEvent>;
}

export function createPayPalWebhooks(apiUrl: string, webhookId: string): PayPalWebhooks {
  const certificates = new Map<string, string>();

  async function certificateAt(url: URL): Promise<string> {
    const known = certificates.get(url.href);
    if (known !== undefined) return known;
    const { status, text } = await callProvider({ method: 'GET', url, headers: { accept: '*/*' } });
    if (status !== 200) throw new PaymentSignatureError(`PayPal has no such certificate: ${status}`);
    if (certificates.size >= MAX_CERTIFICATES) certificates.clear();
    certificates.set(url.href, text);
    return text;
  }

  return {
    async open(request, now) {
      // Checked before any call, because an old webhook is rejected anyway.
      assertFresh(Date.parse(request.headers['paypal-transmission-time'] ?? ''), now);
      const url = certificateUrl(request.headers['paypal-cert-url'], apiUrl);
      assertPayPalSignature(request, webhookId, await certificateAt(url), now);
      const event = payPalEvent.safeParse(parseSigned(request.body));
      if (!event.success) throw new PaymentSignatureError('The body is no event');
      return event.data;
    },
  };
}

const linked = z.object({
  id: z.string().optional(),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
    .optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
});

/** Parent ids in the `up` links of a capture or refund: `/v2/checkout/orders/<id>`, `/v2/payments/captures/<id>`. */
export function parentsOf(resource: unknown): { order: string | null; capture: string | null } {
  const { data } = linked.safeParse(resource);
  const up = data?.links.find(({ rel }) => rel === 'up')?.href ?? '';
  const idIn = (path: string) => new RegExp(`${path}/([A-Z0-9]+)$`).exec(up)?.[1] ?? null;
  return {
    order: data?.supplementary_data?.related_ids?.order_id ?? idIn('/v2/checkout/orders'),
    capture: idIn('/v2/payments/captures'),
  };
}

/** The id of the resource itself. */
export const idOf = (resource: unknown): string | null => linked.safeParse(resource).data?.id ?? null;
