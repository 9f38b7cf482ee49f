// Slices that join a running store with the first screen that needs them, whichever came first.
import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { baseReducers, type KerbStore } from '../index.ts';

type Reducers = Readonly<Record<string, Reducer>>;

const joinedTo = new WeakMap<KerbStore, Reducers>();

/** What the store holds stays, also of what joined before. */
export function joinSlices(store: KerbStore, reducers: Reducers): void {
  const joined = { ...joinedTo.get(store), ...reducers };
  joinedTo.set(store, joined);
  const reducer = combineReducers({ ...baseReducers, ...joined });
  store.replaceReducer((state, action) => reducer(state, action));
}
