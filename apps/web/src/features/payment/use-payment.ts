// React hook for one payment: reloaded after a change and a reconnection, and polled while it is pending.
import type { PaymentView } from '@kerb/contract';
import { answers } from '../../lib/answers.ts';
import { type ShownResponse, shownResponse } from '../../lib/shown-response.ts';

/** Polling covers a phone that returns from the provider without a live connection. */
const LOOK_AGAIN_MS = 4000;

export const isUnderWay = ({ status }: PaymentView): boolean => status === 'open' || status === 'pending';

export function usePayment(id: string): ShownResponse<PaymentView> {
  const args = { params: { id } };
  const state = answers.getPayment.useQueryState(args);
  const pollingInterval = state.currentData && isUnderWay(state.currentData) ? LOOK_AGAIN_MS : 0;
  const { refetch } = answers.getPayment.useQuerySubscription(args, { pollingInterval });
  return shownResponse({ ...state, refetch });
}
