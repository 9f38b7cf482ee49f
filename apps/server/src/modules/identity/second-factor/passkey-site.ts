// The site that passkeys are bound to: host name and origin, from the configured public address and not from the
// request.
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

export interface PasskeySite {
  /** The relying party id: the host name without its port. */
  rpId: string;
  origin: string;
}

export interface PasskeySiteOptions {
  /** Public URL of this installation; undefined when the operator has not configured one. */
  publicUrl: string | undefined;
  /** A demonstration on this machine, which accepts the host of the request as the public address. */
  isTryOut: boolean;
}

/** Null when passkeys cannot be used: the address is unknown, or it is an IP address. */
export function passkeySiteOf(
  { publicUrl, isTryOut }: PasskeySiteOptions,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): PasskeySite | null {
  const named = isTryOut ? `${protocol}://${host}` : undefined;
  const address = publicUrl ?? named;
  if (address === undefined || !URL.canParse(address)) return null;
  const { hostname, origin } = new URL(address);
  return isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 ? { rpId: hostname, origin } : null;
}
