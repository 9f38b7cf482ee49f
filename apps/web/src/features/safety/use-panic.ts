// React hook for the state of a booking's emergency call.
import { useCallback, useSyncExternalStore } from 'react';
import { callForHelp, type PanicState, panicStateOf, subscribeToPanic } from './panic-calls.ts';

export function usePanic(booking: string): { readonly state: PanicState; readonly call: () => void } {
  const state = useSyncExternalStore(subscribeToPanic, () => panicStateOf(booking));
  const call = useCallback(() => void callForHelp(booking), [booking]);
  return { state, call };
}
