// Route declarations of the sign-in by phone and one-time code, of the session, and of the development inbox.
import { e164 } from '@kerb/domain/identity';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { uuid } from '../pages.ts';
import { me } from '../views/me.ts';
import { pendingSecondFactor } from './second-factor.ts';

const tag = 'auth';

export const inboxMessage = z.object({
  id: z.string(),
  channel: z.enum(['sms', 'push', 'email']),
  to: z.string(),
  title: z.string(),
  body: z.string(),
  otp: z.string().nullable(),
  at: z.number(),
});
export type InboxMessage = z.infer<typeof inboxMessage>;

/**
 * A proof-of-work challenge of the altcha library (version 2: parameters and their signature), which the browser solves
 * without user input.
 */
export const captchaChallenge = z.looseObject({
  parameters: z.looseObject({}),
  signature: z.string(),
});

export const socialProvider = z.enum(['google', 'facebook', 'apple']);
export type SocialProvider = z.infer<typeof socialProvider>;

export const sessionView = z.object({
  id: z.string(),
  /** Name of the device such as "Chrome on Android"; '' when the client sent none. */
  device: z.string(),
  createdAt: z.number(),
  lastSeenAt: z.number(),
  /** Whether this is the session of the current request. */
  current: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;

export const authRoutes = {
  getCaptcha: defineRoute({
    method: 'GET',
    path: '/auth/captcha',
    summary: 'A challenge whose solution goes into POST /auth/otp as captcha',
    tag,
    access: 'anyone',
    answer: captchaChallenge,
    errors: [],
    rateLimit: { max: 30, windowSeconds: 60 },
  }),
  startSocialSignIn: defineRoute({
    method: 'GET',
    path: '/auth/social/:provider',
    summary:
      'Redirects to the provider, or to /login?error=… when it cannot; `link` connects it to the account signed in here',
    tag,
    access: 'anyone',
    params: z.object({ provider: socialProvider }),
    query: z.object({ next: z.string().max(300).optional(), link: z.stringbool().optional() }),
    answer: z.void(),
    errors: ['not_found', 'bad_origin'],
    rateLimit: { max: 30, windowSeconds: 60 },
  }),
  finishSocialSignIn: defineRoute({
    method: 'GET',
    path: '/auth/social/:provider/callback',
    summary: 'The provider sends the browser back here; always answers with a redirect into the app',
    tag,
    access: 'anyone',
    params: z.object({ provider: socialProvider }),
    query: z.looseObject({}),
    answer: z.void(),
    errors: ['not_found'],
    rateLimit: { max: 60, windowSeconds: 60 },
  }),
  finishSocialSignInByPost: defineRoute({
    method: 'POST',
    path: '/auth/social/:provider/callback',
    summary: 'The same, as Apple does it: response_mode form_post',
    tag,
    access: 'anyone',
    params: z.object({ provider: socialProvider }),
    body: z.looseObject({}),
    crossSiteForm: true,
    answer: z.void(),
    errors: ['not_found'],
    rateLimit: { max: 60, windowSeconds: 60 },
  }),
  getSessions: defineRoute({
    method: 'GET',
    path: '/me/sessions',
    summary: 'Where I am signed in, last used first',
    tag,
    access: 'signed-in',
    answer: z.object({ items: z.array(sessionView) }),
    errors: [],
  }),
  endSession: defineRoute({
    method: 'DELETE',
    path: '/me/sessions/:id',
    summary: 'Sign out one of my sessions',
    tag,
    access: 'signed-in',
    params: z.object({ id: uuid }),
    answer: z.void(),
    errors: ['not_found'],
  }),
  endSessions: defineRoute({
    method: 'DELETE',
    path: '/me/sessions',
    summary: 'Sign out everywhere; `keep` spares the session of this request',
    tag,
    access: 'signed-in',
    query: z.object({ keep: z.stringbool().default(false) }),
    answer: z.void(),
    errors: [],
  }),
  sendOtp: defineRoute({
    method: 'POST',
    path: '/auth/otp',
    summary:
      'Send a sign-in code to a mobile number; the header Kerb-Device (or the cookie) of an earlier sign-in opens the codes that the device has of its own',
    tag,
    access: 'anyone',
    /**
     * `captcha` is the solved challenge of GET /auth/captcha, as JSON in base64; required after the server responded
     * with `captcha_required`.
     */
    body: z.object({ mobile: e164, captcha: z.string().max(5000).optional() }),
    answer: z.object({ verificationId: uuid, expiresAt: z.number(), resendAt: z.number() }),
    status: 201,
    errors: [
      'invalid_mobile',
      'country_not_served',
      'otp_too_many_sends',
      'captcha_required',
      'captcha_wrong',
      'sms_failed',
    ],
    rateLimit: { max: 30, windowSeconds: 60 },
  }),
  cancelOtp: defineRoute({
    method: 'DELETE',
    path: '/auth/otp/:id',
    summary: 'Forget a code that was sent',
    tag,
    access: 'anyone',
    params: z.object({ id: uuid }),
    answer: z.void(),
    errors: [],
  }),
  mobileSignIn: defineRoute({
    method: 'POST',
    path: '/auth/session',
    summary:
      'Sign in with the code: makes a session cookie and returns a bearer token; the header Kerb-Device of the answer is the device’s token for later codes',
    tag,
    access: 'anyone',
    body: z.object({ verificationId: uuid, otp: z.string().max(20) }),
    /** While the session waits for its second factor, the response contains no personal data. */
    answer: z.object({
      token: z.string(),
      user: me.nullable(),
      secondFactor: pendingSecondFactor.nullable(),
    }),
    status: 201,
    errors: [
      'otp_validate_error',
      'otp_wrong',
      'otp_expired',
      'otp_too_many_checks',
      'require_approval',
      'auth_error',
      'not_valid_user_type',
    ],
    rateLimit: { max: 60, windowSeconds: 60 },
  }),
  getSession: defineRoute({
    method: 'GET',
    path: '/auth/session',
    summary:
      'The signed-in user; `user` is null without a session, and while `secondFactor` names the step the session still needs',
    tag,
    access: 'anyone',
    pendingSession: 'any',
    answer: z.object({ user: me.nullable(), secondFactor: pendingSecondFactor.nullable() }),
    errors: ['user_issue_contact_admin'],
  }),
  signOut: defineRoute({
    method: 'DELETE',
    path: '/auth/session',
    summary: 'End this session',
    tag,
    access: 'anyone',
    pendingSession: 'any',
    answer: z.void(),
    errors: [],
  }),
  devInbox: defineRoute({
    method: 'GET',
    path: '/dev/inbox',
    summary: 'Messages that would have been sent; exists only without a real sender and not in production',
    tag,
    access: 'anyone',
    query: z.object({
      mobile: z.string().max(20).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    answer: z.object({ items: z.array(inboxMessage) }),
    errors: ['not_found'],
  }),
};
