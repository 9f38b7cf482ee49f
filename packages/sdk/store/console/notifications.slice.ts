// Slice of messages to many users in the console: fetchNotifications, editNotifications, sendNotification.
import type { NotificationInput, NotificationView, RouteAnswer, RouteInput, Routes } from '@kerb/contract';
import type { UnknownAction } from '@reduxjs/toolkit';
import { type AsyncState, failed, noError } from '../async-slice.ts';
import { isSignedOut } from '../auth.slice.ts';
import { createCall } from '../thunk.ts';

export type NotificationQuery = NonNullable<RouteInput<Routes['listNotifications']>['query']>;
export type NotificationPage = RouteAnswer<Routes['listNotifications']>;

/** Fetches one page, newest first. */
export const fetchNotifications = createCall(
  'notificationdata/fetchNotifications',
  (client, query: NotificationQuery, signal): Promise<NotificationPage> =>
    client.listNotifications({ query }, { signal }),
);

/** editNotifications(data, Add|Update|Delete) of the specification. */
export type NotificationEdit =
  | { readonly method: 'Add'; readonly data: NotificationInput }
  | {
      readonly method: 'Update';
      readonly data: NotificationInput & { readonly id: string; readonly version: number };
    }
  | { readonly method: 'Delete'; readonly data: { readonly id: string } };

/** Returns the message after the edit; null when it was deleted. */
export const editNotifications = createCall(
  'notificationdata/editNotifications',
  async (client, { method, data }: NotificationEdit): Promise<NotificationView | null> => {
    switch (method) {
      case 'Add':
        return client.addNotification({ body: data });
      case 'Update': {
        const { id, ...body } = data;
        return client.editNotification({ params: { id }, body });
      }
      case 'Delete':
        await client.deleteNotification({ params: { id: data.id } });
        return null;
    }
  },
);

/** sendNotification(data): sends this version of it to every matching user with a push token. */
export const sendNotification = createCall(
  'notificationdata/sendNotification',
  (client, { id, version }: Pick<NotificationView, 'id' | 'version'>): Promise<NotificationView> =>
    client.sendNotificationToUsers({ params: { id }, body: { version } }),
);

interface NotificationsData {
  /** The page that was fetched last, newest first. */
  readonly notifications: readonly NotificationView[] | null;
}
export type NotificationsState = AsyncState<NotificationsData>;

const initialState: NotificationsState = { notifications: null, loading: false, error: noError };

/** Applies an edit to the loaded page; the screen refetches the page itself. */
function edited(state: NotificationsState, action: UnknownAction): NotificationsState {
  const { notifications } = state;
  if (notifications === null) return state;
  const replace = (now: NotificationView | null): NotificationsState => ({
    ...state,
    notifications: notifications.map((one) => (one.id === now?.id ? now : one)),
  });
  if (sendNotification.fulfilled.match(action)) return replace(action.payload);
  if (!editNotifications.fulfilled.match(action)) return state;
  const { payload, meta } = action;
  switch (meta.arg.method) {
    case 'Add':
      return state;
    case 'Update':
      return replace(payload);
    case 'Delete': {
      const { id } = meta.arg.data;
      return { ...state, notifications: notifications.filter((one) => one.id !== id) };
    }
  }
}

export function notificationsReducer(
  state: NotificationsState = initialState,
  action: UnknownAction,
): NotificationsState {
  if (isSignedOut(action)) return initialState;
  if (fetchNotifications.pending.match(action)) return { ...state, loading: true, error: noError };
  if (fetchNotifications.fulfilled.match(action))
    return { notifications: action.payload.items, loading: false, error: noError };
  // An aborted page request is not a failure.
  if (fetchNotifications.rejected.match(action) && action.meta.aborted) return { ...state, loading: false };
  if (fetchNotifications.rejected.match(action))
    return { notifications: null, loading: false, error: failed(action.payload) };
  return edited(state, action);
}
