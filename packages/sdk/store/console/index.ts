// Entry point of the slices that only the console uses; they join the store with its first screen, so that no other
// page loads them.
import type { KerbStore } from '../index.ts';
import { joinSlices } from '../joined/join-slices.ts';
import { notificationsReducer } from './notifications.slice.ts';
import { promosReducer } from './promos.slice.ts';
import { usersReducer } from './users.slice.ts';
import { withdrawsReducer } from './withdraws.slice.ts';

export { type CancelReason, type CancelReasonEdit, editCancellationReason } from './cancel-reasons.ts';
export { type CarTypeEdit, editCarType, setCarTypeImage } from './car-types.ts';
export {
  editLanguage,
  importLanguage,
  type Language,
  type LanguageEdit,
  readLanguage,
  readTextKeys,
} from './languages.ts';
export {
  editNotifications,
  fetchNotifications,
  type NotificationEdit,
  type NotificationPage,
  type NotificationQuery,
  sendNotification,
} from './notifications.slice.ts';
export { editPromo, fetchPromos, type PromoEdit, type PromoPage, type PromoQuery } from './promos.slice.ts';
export { RequestPushMsg } from './push-message.ts';
export { editSettings, type SettingsEdit } from './settings.ts';
export {
  addUser,
  checkUserExists,
  deleteUser,
  editUser,
  fetchUsers,
  fetchUsersOnce,
  type UserPage,
  type UserQuery,
} from './users.slice.ts';
export {
  addToWallet,
  completeWithdraw,
  fetchWithdraws,
  returnWithdraw,
} from './withdraws.slice.ts';

/** Joins the console's slices to a running store without changing their state; calling it again has no effect. */
export function joinConsoleSlices(store: KerbStore): void {
  if (store.getState().usersdata) return;
  joinSlices(store, {
    usersdata: usersReducer,
    promodata: promosReducer,
    notificationdata: notificationsReducer,
    withdrawdata: withdrawsReducer,
  });
}
