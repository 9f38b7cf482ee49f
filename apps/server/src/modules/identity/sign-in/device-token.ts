// The token that shows that a device has signed in before: a cookie for browsers, a header for other API clients.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isOverTls } from '../../../kit/index.ts';

/** What API clients without cookies send, and are given by the answer to a sign-in. */
export const DEVICE_HEADER = 'kerb-device';

const DAY = 24 * 3600 * 1000;
/** As long as browsers store a cookie at most. */
export const DEVICE_VALID_MS = 400 * DAY;

const macOf = (secret: string, device: string): Buffer =>
  createHmac('sha256', secret).update(`device:${device}`).digest();

/** "<device id>.<HMAC-SHA-256 in base64url>" */
export const signDevice = (secret: string, device: string): string =>
  `${device}.${macOf(secret, device).toString('base64url')}`;

/** The device's id; null for a token that was not signed here. */
export function readDevice(secret: string, token: string | undefined): string | null {
  const [device = '', mac = '', ...rest] = (token ?? '').split('.');
  if (rest.length > 0 || !z.uuid().safeParse(device).success) return null;
  const given = Buffer.from(mac, 'base64url');
  const expected = macOf(secret, device);
  return given.length === expected.length && timingSafeEqual(given, expected) ? device : null;
}

/** Over https no other host, and no page without TLS, can set it. */
const cookieName = (request: FastifyRequest): string =>
  isOverTls(request) ? '__Host-kerb_device' : 'kerb_device';

/** The header wins over the cookie. */
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
