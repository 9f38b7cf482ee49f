// Updates the store while a user is signed in: live events say what changed, and the API is read again.
import { fetchBookings, fetchCarTypes, fetchSettings, fetchTasks, type KerbDispatch } from '@kerb/sdk/store';
import { useEffect } from 'react';
import { live, useLiveTopic } from './live.ts';
import { onceOpen } from './once-open.ts';
import { refreshUser, useKerbDispatch } from './store.ts';
import { useAuth } from './use-auth.ts';

function readCatalogue(dispatch: KerbDispatch): void {
  void dispatch(fetchSettings());
  void dispatch(fetchCarTypes());
}

export function LiveStore(): null {
  const dispatch = useKerbDispatch();
  const { known, user } = useAuth();
  const uid = user?.id ?? null;
  const isDriver = user?.usertype === 'driver';

  // Changes between the first load and the connection are not published to this client: what was loaded is read again.
  useEffect(() => {
    if (!known) return;
    // The session is read when the socket opens, so another person needs another connection.
    live.connect();
    if (uid === null) return () => live.disconnect();
    const read = () => {
      void dispatch(fetchBookings());
      if (isDriver) void dispatch(fetchTasks());
    };
    read();
    const stop = onceOpen(live, read);
    return () => {
      stop();
      live.disconnect();
    };
  }, [known, uid, isDriver, dispatch]);

  useEffect(() => onceOpen(live, () => readCatalogue(dispatch)), [dispatch]);

  useLiveTopic(uid === null ? null : 'me', (message) => {
    if (message.type === 'event') void refreshUser();
  });
  useLiveTopic(uid === null ? null : 'bookings', (message) => {
    if (message.type === 'event') void dispatch(fetchBookings());
  });
  useLiveTopic(isDriver ? 'tasks' : null, (message) => {
    if (message.type === 'event') void dispatch(fetchTasks());
  });
  useLiveTopic('catalog', (message) => {
    if (message.type === 'event') readCatalogue(dispatch);
  });
  return null;
}
