// The push messages of this device for a screen: how they stand, and turning them on and off.
import { useCallback, useEffect, useState } from 'react';
import { readPushState, turnPushOff, turnPushOn } from './push-device.ts';
import type { PushState } from './push-state.ts';

export interface Push {
  /** Null until it is known. */
  readonly state: PushState | null;
  readonly busy: boolean;
  /** What a call came to that did not work; an ApiError or another error. */
  readonly problem: unknown;
  /** Answers how they stand then. */
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
    // The permission may have been changed in the browser's settings meanwhile.
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
