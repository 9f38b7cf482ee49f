// Updates the store while a user is signed in: live events say what changed, and the API is read again.
import { fetchBookings, fetchTasks, refreshCarTypes, refreshSettings } from '@kerb/sdk/store';
import { useEffect } from 'react';
import { live, useLiveTopic } from './live.ts';
import { onceOpen } from './once-open.ts';
import { refreshUser, store, useKerbDispatch } from './store.ts';
import { useAuth } from './use-auth.ts';

/** The car types only where a screen has read them. */
function refreshCatalogue(): void {
  void store.dispatch(refreshSettings());
  if (store.getState().cartypes.cars !== null) void store.dispatch(refreshCarTypes());
}

export function LiveStore(): null {
  const dispatch = useKerbDispatch();
  const { known, user } = useAuth();
  const uid = user?.id ?? null;
  const isDriver = user?.usertype === 'driver';
  // Operators read bookings page by page where a screen shows them: all of a city's would be read with each event.
  const hasOwnBookings = isDriver || user?.usertype === 'rider';

  useEffect(() => {
    if (!known) return;
    const readOwn = () => {
      if (uid === null || !hasOwnBookings) return;
      void dispatch(fetchBookings());
      if (isDriver) void dispatch(fetchTasks());
    };
    readOwn();
    // The session is read when the socket opens, so another person needs another connection.
    live.connect();
    // Changes between what was read before and the connection are not published to this client.
    const stop = onceOpen(live, () => {
      readOwn();
      refreshCatalogue();
    });
    return () => {
      stop();
      live.disconnect();
    };
  }, [known, uid, hasOwnBookings, isDriver, dispatch]);

  useLiveTopic(uid === null ? null : 'me', (message) => {
    if (message.type === 'event') void refreshUser();
  });
  useLiveTopic(hasOwnBookings ? 'bookings' : null, (message) => {
    if (message.type === 'event') void dispatch(fetchBookings());
  });
  useLiveTopic(isDriver ? 'tasks' : null, (message) => {
    if (message.type === 'event') void dispatch(fetchTasks());
  });
  useLiveTopic('catalog', (message) => {
    if (message.type === 'event') refreshCatalogue();
  });
  return null;
}
