// Slice of users in the console: the current page, and the lists of users for selection fields.

import type { NewUserInput, RouteAnswer, RouteInput, Routes, User, UserPatch } from '@kerb/contract';
import type { UnknownAction } from '@reduxjs/toolkit';
import { type AsyncState, failed, noError } from '../async-slice.ts';
import { isSignedOut } from '../auth.slice.ts';
import { createCall } from '../thunk.ts';

export type UserQuery = NonNullable<RouteInput<Routes['listUsers']>['query']>;
export type UserPage = RouteAnswer<Routes['listUsers']>;

interface UsersData {
  /** The page that was fetched last, in its order. */
  readonly users: readonly User[] | null;
  /**
   * Users for selection fields, fetched once: the fleet admins in the form of a driver, the riders in the form of a
   * booking.
   */
  readonly staticusers: readonly User[] | null;
}
export type UsersState = AsyncState<UsersData>;

/** Fetches one page of users, searched, filtered and sorted by the server. */
export const fetchUsers = createCall('usersdata/fetchUsers', (client, query: UserQuery, signal) =>
  client.listUsers({ query }, { signal }),
);
/** Fetches up to 200 users of a filter, by default in order of their first name; they remain until the next fetch. */
export const fetchUsersOnce = createCall(
  'usersdata/fetchUsersOnce',
  async (client, filter: UserQuery) =>
    (await client.listUsers({ query: { sort: 'firstName', order: 'asc', ...filter, limit: 200 } })).items,
);
/** Returns the user who already has this e-mail or mobile number; empty when neither is in use. */
export const checkUserExists = createCall(
  'usersdata/checkUserExists',
  async (client, data: { email: string; mobile: string }) => (await client.checkUser({ body: data })).users,
);
export const addUser = createCall('usersdata/addUser', (client, user: NewUserInput) =>
  client.addUser({ body: user }),
);
export const editUser = createCall(
  'usersdata/editUser',
  (client, { id, data }: { id: string; data: UserPatch }) => client.editUser({ params: { id }, body: data }),
);
export const deleteUser = createCall('usersdata/deleteUser', (client, id: string) =>
  client.deleteUser({ params: { id } }),
);

const initialState: UsersState = { users: null, staticusers: null, loading: false, error: noError };

const withPerson = (people: readonly User[] | null, changed: User) =>
  people?.map((person) => (person.id === changed.id ? changed : person)) ?? null;
const withoutPerson = (people: readonly User[] | null, id: string) =>
  people?.filter((person) => person.id !== id) ?? null;

/** Applies a change to the loaded lists; the screen refetches the page itself. */
function changed(state: UsersState, action: UnknownAction): UsersState {
  if (editUser.fulfilled.match(action)) {
    const { payload } = action;
    return {
      ...state,
      users: withPerson(state.users, payload),
      staticusers: withPerson(state.staticusers, payload),
    };
  }
  if (deleteUser.fulfilled.match(action)) {
    const id = action.meta.arg;
    return {
      ...state,
      users: withoutPerson(state.users, id),
      staticusers: withoutPerson(state.staticusers, id),
    };
  }
  return state;
}

export function usersReducer(state: UsersState = initialState, action: UnknownAction): UsersState {
  if (isSignedOut(action)) return initialState;
  if (fetchUsers.pending.match(action) || fetchUsersOnce.pending.match(action))
    return { ...state, loading: true, error: noError };
  if (fetchUsers.fulfilled.match(action))
    return { ...state, users: action.payload.items, loading: false, error: noError };
  if (fetchUsersOnce.fulfilled.match(action))
    return { ...state, staticusers: action.payload, loading: false, error: noError };
  // An aborted page request is not a failure.
  if (fetchUsers.rejected.match(action) && action.meta.aborted) return { ...state, loading: false };
  if (fetchUsers.rejected.match(action))
    return { ...state, users: null, loading: false, error: failed(action.payload) };
  if (fetchUsersOnce.rejected.match(action))
    return { ...state, staticusers: null, loading: false, error: failed(action.payload) };
  return changed(state, action);
}
