// Joins slices to a running store with the first screen that needs them, in any order.
import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { baseReducers, type KerbStore } from '../index.ts';

type Reducers = Readonly<Record<string, Reducer>>;

const joinedTo = new WeakMap<KerbStore, Reducers>();

/** Adds the reducers; the existing state remains, including that of slices joined before. */
export function joinSlices(store: KerbStore, reducers: Reducers): void {
  const joined = { ...joinedTo.get(store), ...reducers };
  joinedTo.set(store, joined);
  const reducer = combineReducers({ ...baseReducers, ...joined });
  store.replaceReducer((state, action) => reducer(state, action));
}
