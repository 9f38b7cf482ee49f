// React hook for the push messages of this device: their state, and functions to turn them on and off.
import { useEffect, useState } from 'react';
import { useSubmission } from '../use-submission.ts';
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
  const { busy, problem, run } = useSubmission();

  useEffect(() => {
    const read = () => void readPushState().then(setState, () => setState('unsupported'));
    read();
    // The user may have changed the permission in the browser's settings while the page was in the background.
    window.addEventListener('focus', read);
    return () => window.removeEventListener('focus', read);
  }, []);

  const change = async (call: () => Promise<PushState>): Promise<PushState | null> => {
    const done = await run(async () => {
      const next = await call();
      setState(next);
      return next;
    });
    return done?.result ?? null;
  };
  return {
    state,
    busy,
    problem,
    turnOn: () => change(() => turnPushOn(uid)),
    turnOff: () => change(() => turnPushOff(uid)),
  };
}
