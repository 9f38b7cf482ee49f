// Checks the operator's credentials: basic credentials for the hosted functions, a token for the metrics.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time, also texts of different lengths. */
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

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** Headers set by various proxies; `x-forwarded-…` headers are matched by their prefix. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
];

const isProxied = ({ headers }: FastifyRequest): boolean =>
  Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || PROXY_HEADERS.includes(name));

/** True for a program on this machine that uses a loopback host name, so neither a proxy nor another site's page. */
const isLocal = (request: FastifyRequest): boolean =>
  LOOPBACK.test(request.ip) && LOOPBACK_HOST.test(request.headers.host ?? '') && !isProxied(request);

export interface MetricsAccess {
  token: string | undefined;
  /** In production a proxy is in front, which may add no header at all, so only the token is accepted. */
  isProduction: boolean;
}

/**
 * When a token is configured, it is required; otherwise only programs on this machine may read, and only outside
 * production.
 */
export function mayReadMetrics(request: FastifyRequest, { token, isProduction }: MetricsAccess): boolean {
  if (token === undefined) return !isProduction && isLocal(request);
  return isSame(request.headers.authorization ?? '', `Bearer ${token}`);
}
