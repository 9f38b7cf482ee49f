// Creates the app's single live connection, with React hooks that subscribe to its topics.
import { createLive, type LiveState, type TopicMessage } from '@kerb/sdk/live';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { liveUrl } from './env.ts';
import { lookAtSession, refreshUser, store } from './store.ts';
import { measureClockAgain } from './trip-queue/measure-clock.ts';

/**
 * Returns whether the connection's user is not the one shown: the session could not be read at the start, or another
 * user has signed in elsewhere in this browser. A user who adds a second factor is signed in before the new recovery
 * codes are stored: the sign-in continues after that, because the codes are shown only once.
 */
function isOther(uid: string): boolean {
  const { info, secondFactor } = store.getState().auth;
  return secondFactor === null && uid !== info?.id;
}

export const live = createLive({
  url: liveUrl(),
  onSessionEnded: () => void lookAtSession(),
  onReady: (uid) => {
    // The session may have ended during the disconnection.
    if (uid === null) void lookAtSession();
    else if (isOther(uid)) void refreshUser();
  },
  onPositionRejected: () => void measureClockAgain(),
});

window.addEventListener('online', () => live.retryNow());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') live.retryNow();
});

/** Subscribes while the component is mounted; null does not subscribe. The latest handler is always called. */
export function useLiveTopic(topic: string | null, handler: (message: TopicMessage) => void): void {
  const newest = useRef(handler);
  useEffect(() => {
    newest.current = handler;
  });
  useEffect(() => {
    if (topic === null) return;
    return live.subscribe(topic, (message) => newest.current(message));
  }, [topic]);
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(live.onState, live.state);
}
