// Slice of withdrawals in the console, and the actions of admins on wallets.
import type { RouteAnswer, RouteInput, Routes, Withdraw } from '@kerb/contract';
import type { UnknownAction } from '@reduxjs/toolkit';
import { type AsyncState, failed, noError } from '../async-slice.ts';
import { isSignedOut } from '../auth.slice.ts';
import { codeAndMessage, createCall } from '../thunk.ts';

export type WithdrawQuery = NonNullable<RouteInput<Routes['listWithdraws']>['query']>;
export type WithdrawPage = RouteAnswer<Routes['listWithdraws']>;

/** Fetches one page of withdrawals, filtered by the server, with the total of all pending ones. */
export const fetchWithdraws = createCall(
  'withdrawdata/fetchWithdraws',
  (client, query: WithdrawQuery, signal): Promise<WithdrawPage> =>
    client.listWithdraws({ query }, { signal }),
  codeAndMessage,
);
/** Records that the transfer was made. */
export const completeWithdraw = createCall(
  'withdrawdata/completeWithdraw',
  (client, id: string) => client.completeWithdraw({ params: { id }, body: {} }),
  codeAndMessage,
);
/** Records that the transfer failed: the amount returns to the wallet. */
export const returnWithdraw = createCall(
  'withdrawdata/returnWithdraw',
  (client, { id, reason }: { id: string; reason: string }) =>
    client.returnWithdraw({ params: { id }, body: { reason } }),
  codeAndMessage,
);

export interface Credit {
  readonly uid: string;
  /** Amount in major units. */
  readonly amount: number;
  readonly source: 'cash' | 'credit';
  /** Reason shown with the entry; '' for none. */
  readonly reason?: string;
  /** Idempotency key: calls with the same key create one credit. */
  readonly key: string;
}

/** Returns the balance after the credit, in major units. */
export const addToWallet = createCall(
  'withdrawdata/addToWallet',
  async (client, { uid, amount, source, reason = '', key }: Credit): Promise<number> => {
    const input = { params: { id: uid }, body: { amount, source, reason } };
    return (await client.addToWallet(input, { idempotencyKey: key })).walletBalance;
  },
  codeAndMessage,
);

interface WithdrawsData {
  /** The page that was fetched last, newest first. */
  readonly withdraws: readonly Withdraw[] | null;
}
export type WithdrawsState = AsyncState<WithdrawsData>;

const initialState: WithdrawsState = { withdraws: null, loading: false, error: noError };

/** Updates a decided withdrawal at its place in the page; the screen refetches the page itself. */
function decided(state: WithdrawsState, action: UnknownAction): WithdrawsState {
  if (!completeWithdraw.fulfilled.match(action) && !returnWithdraw.fulfilled.match(action)) return state;
  const { payload } = action;
  const withdraws = state.withdraws?.map((one) => (one.id === payload.id ? payload : one)) ?? null;
  return { ...state, withdraws };
}

export function withdrawsReducer(
  state: WithdrawsState = initialState,
  action: UnknownAction,
): WithdrawsState {
  if (isSignedOut(action)) return initialState;
  if (fetchWithdraws.pending.match(action)) return { ...state, loading: true, error: noError };
  if (fetchWithdraws.fulfilled.match(action))
    return { withdraws: action.payload.items, loading: false, error: noError };
  // An aborted page request is not a failure.
  if (fetchWithdraws.rejected.match(action) && action.meta.aborted) return { ...state, loading: false };
  if (fetchWithdraws.rejected.match(action))
    return { withdraws: null, loading: false, error: failed(action.payload) };
  return decided(state, action);
}
