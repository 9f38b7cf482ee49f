// The cookie that proves that a provider's response arrives in the browser that started the sign-in.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOverTls } from '../../../../kit/index.ts';
import type { SocialSignIn } from '../../../../ports/social.ts';
import { isSecretText, socialSignInMs } from './start-social-sign-in.ts';

/** Over https the `__Host-` prefix prevents that other hosts or pages without TLS set the cookie. */
const nameOf = (request: FastifyRequest): string =>
  isOverTls(request) ? '__Host-kerb_social' : 'kerb_social';

export function browserOf(request: FastifyRequest): string | null {
  const browser = request.cookies[nameOf(request)] ?? '';
  return isSecretText(browser) ? browser : null;
}

/**
 * Expires with the sign-in. A provider with response_mode=form_post posts from its own page, where browsers send only
 * SameSite=None cookies. The cookie is useless without the state that was sent to the same browser.
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
