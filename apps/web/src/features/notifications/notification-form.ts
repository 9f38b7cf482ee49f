// The form of a broadcast message, and how a concurrent edit of it is resolved.
import { type NotificationInput, type NotificationView, notificationInput } from '@kerb/contract';
import type { FieldErrors, Resolver } from 'react-hook-form';

export type NotificationForm = Required<NotificationInput>;

export const formOf = (message: NotificationView | null): NotificationForm => ({
  devicetype: message?.devicetype ?? 'All',
  usertype: message?.usertype ?? 'All',
  title: message?.title ?? '',
  body: message?.body ?? '',
});

/** Reports every invalid field, by the server's rules. */
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

/** The state of the message at saving: changed by another admin (overwritten), or sent or deleted (saved as a new one). */
export type Clash = 'changed' | 'sent' | 'gone';

export function conflictOf(now: NotificationView | undefined): Clash {
  if (!now) return 'gone';
  return now.status === 'draft' ? 'changed' : 'sent';
}
