// Updates the store from live events while the app is open: an event names what changed, and the data is read again
// from the API.
import { fetchBookings, fetchTasks, refreshCarTypes, refreshSettings } from '@kerb/sdk/store';
import { useEffect } from 'react';
import { live, useLiveTopic } from './live.ts';
import { refreshUser, store, useKerbDispatch, useKerbSelector } from './store.ts';
import { useAuth } from './use-auth.ts';
import { whenOpen } from './when-open.ts';

/** Shortest pause before a failed request for the own bookings is repeated; up to twice as long at random. */
const RETRY_MS = 10_000;

/** Reloads the car types only if a screen has already loaded them. */
function refreshCatalogue(): void {
  void store.dispatch(refreshSettings());
  if (store.getState().cartypes.cars !== null) void store.dispatch(refreshCarTypes());
}

export function LiveStore(): null {
  const dispatch = useKerbDispatch();
  const { known, user } = useAuth();
  const uid = user?.id ?? null;
  const isDriver = user?.usertype === 'driver';
  // Operators load bookings page by page on the screens that show them; otherwise each event would load all bookings of
  // a city.
  const hasOwnBookings = isDriver || user?.usertype === 'rider';

  useEffect(() => {
    if (!known) return;
    const readOwn = () => {
      if (uid === null || !hasOwnBookings) return;
      void dispatch(fetchBookings());
      if (isDriver) void dispatch(fetchTasks());
    };
    readOwn();
    // The server reads the session when the socket opens, so another user needs a new connection.
    live.connect();
    // Changes between the first load and the opening of the connection are not published to this client.
    const stop = whenOpen(live, () => {
      readOwn();
      refreshCatalogue();
    });
    // Events during the failed request are not replayed, so without another one the screen would show the error until
    // the next change.
    const stopRetries = live.onState((state) => {
      if (state !== 'open' || uid === null || !hasOwnBookings) return;
      const { bookinglistdata, taskdata } = store.getState();
      if (bookinglistdata.error.flag) void dispatch(fetchBookings());
      if (isDriver && taskdata.error.flag) void dispatch(fetchTasks());
    });
    return () => {
      stop();
      stopRetries();
      live.disconnect();
    };
  }, [known, uid, hasOwnBookings, isDriver, dispatch]);

  // The connection may stay open while the server rejects lists, so that no other event repeats the request.
  const isListMissing = useKerbSelector(({ bookinglistdata }) => bookinglistdata.error.flag);
  useEffect(() => {
    if (!isListMissing || uid === null || !hasOwnBookings) return;
    const timer = setTimeout(() => void dispatch(fetchBookings()), RETRY_MS * (1 + Math.random()));
    return () => clearTimeout(timer);
  }, [isListMissing, uid, hasOwnBookings, dispatch]);

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
