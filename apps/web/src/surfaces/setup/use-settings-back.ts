// React hook that retries loading the settings every few seconds, so that the app continues without a reload.
import { ApiError } from '@kerb/sdk/client';
import { fetchSettings, fetchUser, isSignedOut } from '@kerb/sdk/store';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client, store, useKerbDispatch, useKerbSelector } from '../../lib/store.ts';

const LOOK_AGAIN_MS = 4000;

export interface SettingsBack {
  /** Error code of the last attempt. */
  readonly code: string;
  /** The server's additional details, in English, for the operator. */
  readonly detail: string | undefined;
  readonly looking: boolean;
  readonly look: () => void;
}

export function useSettingsBack(): SettingsBack {
  const dispatch = useKerbDispatch();
  const known = useKerbSelector((state) => state.settingsdata.error.msg);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [looking, setLooking] = useState(false);
  const isBusy = useRef(false);

  const look = useCallback(async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      // The timeout equals the interval, so that a request that never completes does not block the next attempt.
      await client.getSettings(undefined, { timeoutMs: LOOK_AGAIN_MS });
      // The session could not be read either: without its user, the screens would show a signed-in user the sign-in.
      if (store.getState().auth.info === null) {
        const read = await dispatch(fetchUser());
        // Another failure than a missing session: both are read again at the next attempt.
        if (fetchUser.rejected.match(read) && !isSignedOut(read)) return;
      }
      // Loads the settings into the store only now, because this makes the app render its screens again.
      await dispatch(fetchSettings());
    } catch (error) {
      if (error instanceof ApiError) setProblem(error);
    } finally {
      isBusy.current = false;
      setLooking(false);
    }
  }, [dispatch]);

  useEffect(() => {
    void look();
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [look]);

  return {
    code: problem?.code ?? known ?? 'unavailable',
    detail: problem?.detail,
    looking,
    look: () => {
      setLooking(true);
      void look();
    },
  };
}
