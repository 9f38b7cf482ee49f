// What a message to many people is while it is typed, and what somebody else's edit of it comes to.
import { type NotificationInput, type NotificationView, notificationInput } from '@kerb/contract';
import type { FieldErrors, Resolver } from 'react-hook-form';

export type NotificationForm = Required<NotificationInput>;

export const formOf = (message: NotificationView | null): NotificationForm => ({
  devicetype: message?.devicetype ?? 'All',
  usertype: message?.usertype ?? 'All',
  title: message?.title ?? '',
  body: message?.body ?? '',
});

/** Every field that is wrong, by the server's own rules. */
export const notificationResolver: Resolver<NotificationForm> = (form) => {
  const read = notificationInput.safeParse(form);
  if (read.success) return { values: form, errors: {} };
  const errors: FieldErrors<NotificationForm> = {};
  for (const { path } of read.error.issues) {
    const [field] = path;
    if (field === 'title' || field === 'body') errors[field] = { type: 'wrong' };
  }
  return { values: {}, errors };
};

/** How an edit meets the message as it is now: saved over what another wrote, or written anew where it is gone or sent. */
export type Clash = 'changed' | 'sent' | 'gone';

export function clashOf(now: NotificationView | undefined): Clash {
  if (!now) return 'gone';
  return now.status === 'draft' ? 'changed' : 'sent';
}
