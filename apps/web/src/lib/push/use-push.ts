// React hook for the push messages of this device: their state, and functions to turn them on and off.
import { useCallback, useEffect, useState } from 'react';
import { readPushState, turnPushOff, turnPushOn } from './push-device.ts';
import type { PushState } from './push-state.ts';

export interface Push {
  /** Null until it has been read. */
  readonly state: PushState | null;
  readonly busy: boolean;
  /** The error of the last call, an ApiError or another error; null when it succeeded. */
  readonly problem: unknown;
  /** Resolves to the state afterwards; null when the call failed. */
  readonly turnOn: () => Promise<PushState | null>;
  readonly turnOff: () => Promise<PushState | null>;
}

export function usePush(uid: string): Push {
  const [state, setState] = useState<PushState | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);

  useEffect(() => {
    const read = () => void readPushState().then(setState, () => setState('unsupported'));
    read();
    // The user may have changed the permission in the browser's settings while the page was in the background.
    window.addEventListener('focus', read);
    return () => window.removeEventListener('focus', read);
  }, []);

  const change = useCallback(async (call: () => Promise<PushState>): Promise<PushState | null> => {
    setBusy(true);
    setProblem(null);
    try {
      const next = await call();
      setState(next);
      return next;
    } catch (error) {
      setProblem(error);
      return null;
    } finally {
      setBusy(false);
    }
  }, []);
  return {
    state,
    busy,
    problem,
    turnOn: useCallback(() => change(() => turnPushOn(uid)), [change, uid]),
    turnOff: useCallback(() => change(() => turnPushOff(uid)), [change, uid]),
  };
}
