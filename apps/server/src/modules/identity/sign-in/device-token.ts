// Token of a device that has signed in before: a cookie for browsers, a header for other API clients.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isOverTls } from '../../../kit/index.ts';

/** Header that API clients without cookies send, and receive in the response to a sign-in. */
export const DEVICE_HEADER = 'kerb-device';

const DAY = 24 * 3600 * 1000;
/** The longest time for which browsers store a cookie, in ms. */
export const DEVICE_VALID_MS = 400 * DAY;

const macOf = (secret: string, device: string): Buffer =>
  createHmac('sha256', secret).update(`device:${device}`).digest();

/** "<device id>.<HMAC-SHA-256 in base64url>" */
export const signDevice = (secret: string, device: string): string =>
  `${device}.${macOf(secret, device).toString('base64url')}`;

/** The id of the device; null for a token with a wrong signature. */
export function readDevice(secret: string, token: string | undefined): string | null {
  const [device = '', mac = '', ...rest] = (token ?? '').split('.');
  if (rest.length > 0 || !z.uuid().safeParse(device).success) return null;
  const given = Buffer.from(mac, 'base64url');
  const expected = macOf(secret, device);
  return given.length === expected.length && timingSafeEqual(given, expected) ? device : null;
}

/** Over https the `__Host-` prefix prevents that other hosts or pages without TLS set the cookie. */
const cookieName = (request: FastifyRequest): string =>
  isOverTls(request) ? '__Host-kerb_device' : 'kerb_device';

/** The header takes precedence over the cookie. */
export function deviceTokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers[DEVICE_HEADER];
  return typeof header === 'string' ? header : request.cookies[cookieName(request)];
}

export function giveDeviceToken(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.header(DEVICE_HEADER, token);
  reply.setCookie(cookieName(request), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isOverTls(request),
    maxAge: DEVICE_VALID_MS / 1000,
  });
}
