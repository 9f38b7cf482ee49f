// The states that every data slice goes through: fetch, then success (data stored) or failed (data cleared, error flagged).
import type { Action, AsyncThunk, UnknownAction } from '@reduxjs/toolkit';
import type { ThunkConfig } from './thunk.ts';

/** `msg` is a language key: the code of the problem. */
export interface SliceError {
  readonly flag: boolean;
  readonly msg: string | null;
}

export type AsyncState<Data> = Data & { readonly loading: boolean; readonly error: SliceError };

export const noError: SliceError = { flag: false, msg: null };
export const failed = (msg: string | undefined): SliceError => ({ flag: true, msg: msg ?? 'internal' });

interface AsyncSliceOptions<Data, Answer, Arg> {
  readonly name: string;
  readonly initial: Data;
  readonly fetch: AsyncThunk<Answer, Arg, ThunkConfig>;
  /** The data the slice holds after a success. */
  readonly store: (answer: Answer, arg: Arg) => Data;
  /** An action that puts the slice back to its beginning: clearEstimate, clearBooking, signOut … */
  readonly resetOn?: (action: Action) => boolean;
  /** The data an action puts in place of what was fetched: changeEstimate; null for every other action. */
  readonly replaceOn?: (action: Action, known: Data) => Data | null;
}

/** A reducer with the specification's life of a slice; answers that arrive after a reset are dropped. */
export function createAsyncSlice<Data extends object, Answer, Arg>(
  options: AsyncSliceOptions<Data, Answer, Arg>,
): {
  name: string;
  initialState: AsyncState<Data>;
  reducer: (state: AsyncState<Data> | undefined, action: UnknownAction) => AsyncState<Data>;
} {
  const initialState: AsyncState<Data> = { ...options.initial, loading: false, error: noError };
  const { fetch, store, resetOn, replaceOn } = options;
  const reducer = (state: AsyncState<Data> = initialState, action: UnknownAction): AsyncState<Data> => {
    if (resetOn?.(action)) return initialState;
    const replaced = replaceOn?.(action, state) ?? null;
    if (replaced) return { ...replaced, loading: false, error: noError };
    if (fetch.pending.match(action)) return { ...state, loading: true, error: noError };
    if (!state.loading) return state;
    if (fetch.fulfilled.match(action)) {
      return { ...store(action.payload, action.meta.arg), loading: false, error: noError };
    }
    if (fetch.rejected.match(action)) {
      return { ...options.initial, loading: false, error: failed(action.payload) };
    }
    return state;
  };
  return { name: options.name, initialState, reducer };
}
