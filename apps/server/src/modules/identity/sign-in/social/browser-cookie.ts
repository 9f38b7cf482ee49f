// The cookie that proves that a provider's response arrives in the browser that started the sign-in.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOverTls } from '../../../../kit/index.ts';
import type { SocialSignIn } from '../../../../ports/social.ts';
import { isSecretText, socialSignInMs } from './start-social-sign-in.ts';

/** Over https no other host, and no page without TLS, can set it. */
const nameOf = (request: FastifyRequest): string =>
  isOverTls(request) ? '__Host-kerb_social' : 'kerb_social';

export function browserOf(request: FastifyRequest): string | null {
  const browser = request.cookies[nameOf(request)] ?? '';
  return isSecretText(browser) ? browser : null;
}

/**
 * Lives as long as a sign-in may take. A provider with response_mode=form_post posts from its own page, where browsers
 * send only SameSite=None cookies; the cookie is useless without the state that was sent to the same browser.
 */
export function giveBrowserCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  browser: string,
  { answersByPost }: SocialSignIn,
): void {
  const isHttps = isOverTls(request);
  reply.setCookie(nameOf(request), browser, {
    path: '/',
    httpOnly: true,
    secure: isHttps,
    sameSite: answersByPost && isHttps ? 'none' : 'lax',
    maxAge: socialSignInMs / 1000,
  });
}
