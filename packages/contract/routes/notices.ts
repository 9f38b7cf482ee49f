// Route declarations of a user's notices: the devices that receive push messages, and the history with its read state.
import { userPlatform } from '@kerb/domain/identity';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { pageOf, pageQuery, uuid } from '../pages.ts';

const tag = 'notices';

/** Screen that a notice opens (specification §2; Alerts is an addition). BookedCab and onlineChat require bookingId. */
export const noticeScreen = z.enum([
  'BookedCab',
  'onlineChat',
  'Wallet',
  'DriverTrips',
  'Profile',
  'Drivers',
  'Alerts',
]);
export type NoticeScreen = z.infer<typeof noticeScreen>;

export const notice = z.object({
  id: z.string(),
  /** Kind from the catalogue of notices such as `driver_near`; `message` for texts that an admin wrote. */
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  screen: noticeScreen.nullable(),
  params: z.record(z.string(), z.string()),
  at: z.number(),
  readAt: z.number().nullable(),
});
export type NoticeView = z.infer<typeof notice>;

export const noticeRoutes = {
  listNotices: defineRoute({
    method: 'GET',
    path: '/me/notices',
    summary: 'My notices, newest first',
    tag,
    access: 'signed-in',
    query: pageQuery,
    answer: pageOf(notice).extend({ unread: z.number().int() }),
    errors: [],
  }),
  readNotices: defineRoute({
    method: 'POST',
    path: '/me/notices/read',
    summary: 'I have read these; without ids, everything so far',
    tag,
    access: 'signed-in',
    body: z.object({ ids: z.array(uuid).min(1).max(200).optional() }),
    answer: z.object({ unread: z.number().int() }),
    errors: [],
  }),
  getPushKey: defineRoute({
    method: 'GET',
    path: '/push-key',
    summary: 'The VAPID public key (base64url) that a browser subscribes with',
    tag,
    access: 'anyone',
    answer: z.object({ publicKey: z.string() }),
    errors: [],
  }),
  setPushToken: defineRoute({
    method: 'PUT',
    path: '/me/push-token',
    summary:
      'This installation takes push messages: the token of FCM, or for WEB the PushSubscription as JSON; ends with the session',
    tag,
    access: 'signed-in',
    body: z.object({ pushToken: z.string().trim().min(1).max(4096), userPlatform }),
    answer: z.void(),
    errors: ['invalid_input'],
    rateLimit: { max: 30, windowSeconds: 60 },
  }),
  removePushToken: defineRoute({
    method: 'DELETE',
    path: '/me/push-token',
    summary: 'This installation takes no push messages any more',
    tag,
    access: 'signed-in',
    body: z.object({ pushToken: z.string().trim().min(1).max(4096) }),
    answer: z.void(),
    errors: [],
  }),
};
