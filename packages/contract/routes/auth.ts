// Sign-in by phone and one-time code, the session, and the development inbox.
import { e164 } from '@kerb/domain/identity';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { me } from '../views/people.ts';

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

export const authRoutes = {
  sendOtp: defineRoute({
    method: 'POST',
    path: '/auth/otp',
    summary: 'Send a sign-in code to a mobile number',
    tag,
    access: 'anyone',
    body: z.object({ mobile: e164, captcha: z.string().max(5000).optional() }),
    answer: z.object({ verificationId: z.uuid(), expiresAt: z.number(), resendAt: z.number() }),
    status: 201,
    errors: ['invalid_mobile', 'otp_too_many_sends', 'sms_failed'],
    rateLimit: { max: 30, windowSeconds: 60 },
  }),
  cancelOtp: defineRoute({
    method: 'DELETE',
    path: '/auth/otp/:id',
    summary: 'Forget a code that was sent',
    tag,
    access: 'anyone',
    params: z.object({ id: z.uuid() }),
    answer: z.void(),
    errors: [],
  }),
  mobileSignIn: defineRoute({
    method: 'POST',
    path: '/auth/session',
    summary: 'Sign in with the code: makes a session cookie and returns a bearer token',
    tag,
    access: 'anyone',
    body: z.object({ verificationId: z.uuid(), otp: z.string().max(20) }),
    answer: z.object({ token: z.string(), user: me }),
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
    summary: 'Who am I; user is null when nobody is signed in',
    tag,
    access: 'anyone',
    answer: z.object({ user: me.nullable() }),
    errors: [],
  }),
  signOut: defineRoute({
    method: 'DELETE',
    path: '/auth/session',
    summary: 'End this session',
    tag,
    access: 'anyone',
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
