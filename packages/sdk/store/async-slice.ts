// Creates data slices with the states of the specification: fetch, then success (data stored) or failed (data cleared,
// error flagged).
import type { Action, AsyncThunk, UnknownAction } from '@reduxjs/toolkit';
import type { ThunkConfig } from './thunk.ts';

/** `msg` is the error code, which is also the key of its text; in some slices the message follows, see thunk.ts. */
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
  /** Returns the data of the slice after a successful fetch. */
  readonly store: (answer: Answer, arg: Arg) => Data;
  /** Returns what a failed fetch retains of the data; without it nothing. */
  readonly retain?: (known: Data) => Partial<Data>;
  /** Returns true for an action that resets the slice: clearEstimate, clearBooking, signOut … */
  readonly resetOn?: (action: Action) => boolean;
  /** Returns the data with which an action replaces the fetched data (changeEstimate); null for every other action. */
  readonly replaceOn?: (action: Action, known: Data) => Data | null;
}

/** Id of the newest fetch while it awaits its response; absent while the slice is at rest. */
interface Awaited {
  readonly request?: string;
}

/**
 * Creates a reducer with the slice states of the specification. Only the response of the newest fetch is stored;
 * responses of older fetches, and those that arrive after a reset, are dropped.
 */
export function createAsyncSlice<Data extends object, Answer, Arg>(
  options: AsyncSliceOptions<Data, Answer, Arg>,
): {
  name: string;
  initialState: AsyncState<Data>;
  reducer: (
    state: (AsyncState<Data> & Awaited) | undefined,
    action: UnknownAction,
  ) => AsyncState<Data> & Awaited;
} {
  const initialState: AsyncState<Data> = { ...options.initial, loading: false, error: noError };
  const { fetch, store, retain, resetOn, replaceOn } = options;
  const reducer = (
    state: AsyncState<Data> & Awaited = initialState,
    action: UnknownAction,
  ): AsyncState<Data> & Awaited => {
    if (resetOn?.(action)) return initialState;
    const replaced = replaceOn?.(action, state) ?? null;
    if (replaced) return { ...replaced, loading: false, error: noError };
    if (fetch.pending.match(action))
      return { ...state, loading: true, error: noError, request: action.meta.requestId };
    const isAnswer = fetch.fulfilled.match(action) || fetch.rejected.match(action);
    if (!isAnswer || action.meta.requestId !== state.request) return state;
    if (fetch.fulfilled.match(action)) {
      return { ...store(action.payload, action.meta.arg), loading: false, error: noError };
    }
    return { ...options.initial, ...retain?.(state), loading: false, error: failed(action.payload) };
  };
  return { name: options.name, initialState, reducer };
}
