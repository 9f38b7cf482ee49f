// Entry point of the client store of the specification: its slices and actions by their names.
import { combineReducers, configureStore, createDynamicMiddleware, type Reducer } from '@reduxjs/toolkit';
import { authReducer } from './auth.slice.ts';
import { bookingListSlice, bookingSlice, estimateSlice } from './booking.slices.ts';
import { carTypesSlice, settingsSlice } from './catalog.slices.ts';
import type { ChatState } from './chat/chat.slice.ts';
import type { NotificationsState } from './console/notifications.slice.ts';
import type { PromosState } from './console/promos.slice.ts';
import type { UsersState } from './console/users.slice.ts';
import type { WithdrawsState } from './console/withdraws.slice.ts';
import { languageSlice } from './language.slice.ts';
import type { GpsState } from './location/gps.slice.ts';
import type { LocationState } from './location/location.slice.ts';
import { taskSlice } from './task.slice.ts';
import type { StoreExtra } from './thunk.ts';
import { tripReducer } from './trip.slice.ts';

export type { AsyncState, SliceError } from './async-slice.ts';
export * from './auth.slice.ts';
export {
  addBooking,
  cancelBooking,
  changeEstimate,
  clearBooking,
  clearEstimate,
  fetchBookings,
  getEstimate,
} from './booking.slices.ts';
export {
  changeSettings,
  fetchCarTypes,
  fetchSettings,
  refreshCarTypes,
  refreshSettings,
} from './catalog.slices.ts';
export { fetchLanguages, languagesKnown } from './language.slice.ts';
export { sendCode } from './send-code.ts';
export * from './social-sign-in.ts';
export { fetchTasks } from './task.slice.ts';
export type { CaptchaChallenge } from './thunk.ts';
export * from './trip.slice.ts';

/** Reducers of the slices that every page has; the console and chats join their own with their first screen. */
export const baseReducers = {
  auth: authReducer,
  settingsdata: settingsSlice.reducer,
  cartypes: carTypesSlice.reducer,
  estimatedata: estimateSlice.reducer,
  bookingdata: bookingSlice.reducer,
  bookinglistdata: bookingListSlice.reducer,
  tripdata: tripReducer,
  taskdata: taskSlice.reducer,
  languagedata: languageSlice.reducer,
};

interface JoinedSlices {
  readonly chatdata?: ChatState;
  readonly usersdata?: UsersState;
  readonly promodata?: PromosState;
  readonly notificationdata?: NotificationsState;
  readonly withdrawdata?: WithdrawsState;
  readonly locationdata?: LocationState;
  readonly gpsdata?: GpsState;
}
type State = { [Name in keyof typeof baseReducers]: ReturnType<(typeof baseReducers)[Name]> } & JoinedSlices;
const reducer: Reducer<State> = combineReducers(baseReducers);

export function createKerbStore(extra: StoreExtra) {
  const joined = createDynamicMiddleware();
  const store = configureStore({
    reducer,
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: extra }, serializableCheck: false, immutableCheck: false }).concat(
        joined.middleware,
      ),
  });
  return Object.assign(store, { addMiddleware: joined.addMiddleware });
}

export type KerbStore = ReturnType<typeof createKerbStore>;
export type RootState = ReturnType<KerbStore['getState']>;
export type KerbDispatch = KerbStore['dispatch'];
