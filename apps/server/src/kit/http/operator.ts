// The operator's fixed credentials: basic ones for the hosted functions, a token for the metrics.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time, whatever the lengths. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

export function carriesBasicAuth(request: FastifyRequest, credentials: string | undefined): boolean {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return (
    credentials !== undefined &&
    encoded !== undefined &&
    isSame(Buffer.from(encoded, 'base64').toString(), credentials)
  );
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

const cameThroughProxy = ({ headers }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;

/** With a token set, the token is the way; without, only this machine, and not a proxy on it for somebody else. */
export function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return LOOPBACK.test(request.ip) && !cameThroughProxy(request);
  return isSame(request.headers.authorization ?? '', `Bearer ${token}`);
}
