// Detects unsafe requests that carry the session cookie but come from another site's page.
import type { FastifyRequest } from 'fastify';

/** The origin of links that are sent to people: the configured one, else that of the request. */
export const publicOriginOf = (request: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** True when the Origin header names this host. A browser sends it with every unsafe request and every socket. */
export function isSameOrigin(request: FastifyRequest): boolean {
  const origin = request.headers.origin;
  if (origin === undefined || !URL.canParse(origin)) return false;
  const { host, protocol } = new URL(origin);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  // A protocol's own port may be written or left out.
  const here = `${protocol}//${request.host}`;
  return URL.canParse(here) && host === new URL(here).host;
}

/** Whether a request that carries the session cookie may do what it asks: only reading is open to other sites. */
export const mayActFromOrigin = (request: FastifyRequest): boolean =>
  SAFE_METHODS.has(request.method) || isSameOrigin(request);
