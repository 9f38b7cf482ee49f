// The session cookie: not readable by scripts, and sent to this site only.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOverTls, SESSION_COOKIE, sessionCookieName } from '../../../kit/index.ts';
import { sessionLimits } from './sessions.ts';

const cookieOptions = (request: FastifyRequest) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isOverTls(request),
});

export function giveSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(sessionCookieName(request), token, {
    ...cookieOptions(request),
    maxAge: sessionLimits.absoluteMs / 1000,
  });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(sessionCookieName(request), cookieOptions(request));
  // Clears the cookie of a session over plain http or of an earlier version.
  if (isOverTls(request)) reply.clearCookie(SESSION_COOKIE, cookieOptions(request));
}
