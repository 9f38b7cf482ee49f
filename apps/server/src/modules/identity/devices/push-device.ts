// Type of an installation that receives push messages, and the validation of its token.
import { createHash, ECDH } from 'node:crypto';
import { isIP } from 'node:net';
import type { UserPlatform } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import { z } from 'zod';

export interface PushDevice {
  uid: string;
  platform: UserPlatform;
  /** The token of FCM; for WEB the push subscription as JSON: {endpoint, keys: {p256dh, auth}}. */
  token: string;
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');
const base64url = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9_-]+={0,2}$/);

/** Whether the text is an uncompressed P-256 point in base64url: 65 bytes. */
function isPoint(text: string): boolean {
  const bytes = bytesOf(text);
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

/** Push subscription of a browser (RFC 8030, RFC 8291): the address of its push service and the encryption keys. */
const subscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(2048),
  keys: z.object({
    p256dh: base64url.refine(isPoint),
    auth: base64url.refine((text) => bytesOf(text).length === 16),
  }),
});
export type WebSubscription = z.infer<typeof subscription>;

/** Whether a host name or address is the loopback of this machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/**
 * Whether the endpoint may be a push service: a public server with a host name, over https, at the default port. The
 * address that the name resolves to is checked when a message is sent. A demonstration also accepts this machine.
 */
function mayBePushService(endpoint: string, allowLoopback: boolean): boolean {
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (allowLoopback && isLoopback(hostname)) return true;
  const isNamed = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 && hostname.includes('.');
  return protocol === 'https:' && port === '' && isNamed && !hostname.endsWith('.localhost');
}

/** Null for a text that is not a valid push subscription. */
export function parseSubscription(token: string): WebSubscription | null {
  try {
    return subscription.safeParse(JSON.parse(token)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Returns the token in the form that is stored. Throws `invalid_input` for a WEB token that is not a valid push
 * subscription.
 */
export function checkedToken(platform: UserPlatform, token: string, allowLoopback: boolean): string {
  const refuse = (message: string) =>
    new DomainError('invalid_input', undefined, [{ path: 'pushToken', message }]);
  if (platform !== 'WEB') {
    if (/[\s\p{Cc}]/u.test(token)) throw refuse('A token has no spaces');
    return token;
  }
  const parsed = parseSubscription(token);
  if (parsed === null) throw refuse('Give the PushSubscription as JSON: endpoint, keys.p256dh and keys.auth');
  if (!mayBePushService(parsed.endpoint, allowLoopback))
    throw refuse('The endpoint is not the address of a push service');
  const { endpoint, keys } = parsed;
  return JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } });
}

/** Identifies an installation: hash of the token, or of a web subscription's endpoint, because its keys can change. */
export const tokenHash = (token: string): Buffer =>
  createHash('sha256')
    .update(parseSubscription(token)?.endpoint ?? token)
    .digest();
