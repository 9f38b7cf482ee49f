// Route declarations of messages that an admin sends to many users at once (specification §3, §5).
import { rowVersion } from '@kerb/domain/kernel';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, pageOf, pageQuery } from '../pages.ts';

const tag = 'notifications';

export const deviceType = z.enum(['All', 'ANDROID', 'IOS', 'WEB']);
export type DeviceType = z.infer<typeof deviceType>;
/** `All` addresses riders and drivers. */
export const notifiedUsertype = z.enum(['All', 'rider', 'driver']);
export type NotifiedUsertype = z.infer<typeof notifiedUsertype>;

/** Title and text of a message. */
const messageText = {
  title: z.string().trim().min(1).max(100),
  body: z.string().trim().min(1).max(1000),
};

export const notificationInput = z.object({
  devicetype: deviceType,
  usertype: notifiedUsertype,
  ...messageText,
});
export type NotificationInput = z.input<typeof notificationInput>;

export const notification = notificationInput.extend({
  id: z.string(),
  createdAt: z.number(),
  /** draft: can be edited and sent; sending: is being sent in batches; sent: every batch was attempted. */
  status: z.enum(['draft', 'sending', 'sent']),
  /**
   * Number of recipients with a push token when sending began, of those reached so far, and of those without a device
   * that accepted the message.
   */
  matched: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
  /** Incremented by every edit; editing or sending an older version is rejected as a conflict. */
  version: z.number().int(),
});
export type NotificationView = z.infer<typeof notification>;

export const notificationRoutes = {
  listNotifications: defineRoute({
    method: 'GET',
    path: '/notifications',
    summary: 'fetchNotifications: what admins wrote, newest first',
    tag,
    access: ['admin'],
    query: pageQuery.extend({ q: z.string().trim().max(100).optional() }),
    answer: pageOf(notification),
    errors: [],
  }),
  previewNotification: defineRoute({
    method: 'GET',
    path: '/notifications/preview',
    summary: 'How many people with a push token a message would reach',
    tag,
    access: ['admin'],
    query: z.object({ devicetype: deviceType, usertype: notifiedUsertype }),
    answer: z.object({ count: z.number().int() }),
    errors: [],
  }),
  addNotification: defineRoute({
    method: 'POST',
    path: '/notifications',
    summary: 'editNotifications Add: a draft',
    tag,
    access: ['admin'],
    body: notificationInput,
    answer: notification,
    status: 201,
    errors: ['demo_mode'],
  }),
  editNotification: defineRoute({
    method: 'PATCH',
    path: '/notifications/:id',
    summary: 'editNotifications Update: a draft as it is to be',
    tag,
    access: ['admin'],
    params: idParams,
    body: notificationInput.extend({ version: rowVersion() }),
    answer: notification,
    errors: ['not_found', 'conflict', 'demo_mode'],
  }),
  deleteNotification: defineRoute({
    method: 'DELETE',
    path: '/notifications/:id',
    summary:
      'editNotifications Delete: removes it from the list; notices already delivered stay with their recipients',
    tag,
    access: ['admin'],
    params: idParams,
    answer: z.void(),
    errors: ['not_found', 'conflict', 'demo_mode'],
  }),
  sendNotificationToUsers: defineRoute({
    method: 'POST',
    path: '/notifications/:id/send',
    summary: 'sendNotification: sends once, in batches, to every matching user with a push token',
    tag,
    access: ['admin'],
    params: idParams,
    /** The version that the admin confirmed. */
    body: z.object({ version: rowVersion() }),
    answer: notification,
    errors: ['not_found', 'conflict', 'no_user_match', 'already_processed', 'demo_mode'],
    rateLimit: { max: 30, windowSeconds: 60 },
  }),
  messageUser: defineRoute({
    method: 'POST',
    path: '/users/:id/messages',
    summary:
      'A message to one person: into their notifications, and to their devices. Fleet admins: their drivers',
    tag,
    access: ['admin', 'fleetadmin'],
    params: idParams,
    body: z.object(messageText),
    answer: z.void(),
    errors: ['not_found', 'demo_mode'],
  }),
};
