// Detects unsafe requests that carry the session cookie but were sent by another site's page.
import type { FastifyRequest } from 'fastify';

/** Origin for links sent to people: the configured one, otherwise that of the request. */
export const publicOriginOf = (request: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * True when the Origin header matches this host. Browsers send the header with every unsafe request and every
 * WebSocket.
 */
export function isSameOrigin(request: FastifyRequest): boolean {
  const origin = request.headers.origin;
  if (origin === undefined || !URL.canParse(origin)) return false;
  const { host, protocol } = new URL(origin);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  // The protocol's default port may be present or left out.
  const here = `${protocol}//${request.host}`;
  return URL.canParse(here) && host === new URL(here).host;
}

/** Whether a request with the session cookie is allowed from its origin: other sites may only read. */
export const mayActFromOrigin = (request: FastifyRequest): boolean =>
  SAFE_METHODS.has(request.method) || isSameOrigin(request);
