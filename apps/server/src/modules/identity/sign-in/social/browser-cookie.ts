// The cookie that shows that a provider's answer came back to the browser that had asked.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SocialSignIn } from '../../../../ports/social.ts';
import { isSecretText, socialSignInMs } from './start-social-sign-in.ts';

/** Over https no other host, and no page without TLS, can set it. */
const nameOf = (request: FastifyRequest): string =>
  request.protocol === 'https' ? '__Host-kerb_social' : 'kerb_social';

export function browserOf(request: FastifyRequest): string | null {
  const browser = request.cookies[nameOf(request)] ?? '';
  return isSecretText(browser) ? browser : null;
}

/**
 * Kept for as long as a sign-in may take. A provider that answers by a form posts it from its own page, where only a
 * SameSite=None cookie comes along; it opens nothing without the state that the same browser was sent with.
 */
export function giveBrowserCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  browser: string,
  { answersByPost }: SocialSignIn,
): void {
  const isHttps = request.protocol === 'https';
  reply.setCookie(nameOf(request), browser, {
    path: '/',
    httpOnly: true,
    secure: isHttps,
    sameSite: answersByPost && isHttps ? 'none' : 'lax',
    maxAge: socialSignInMs / 1000,
  });
}
