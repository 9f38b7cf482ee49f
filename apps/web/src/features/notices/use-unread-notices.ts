// How many notices wait to be read; read once for all screens of a person, then kept current by live events.
import { useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';
import { useLiveRefresh } from '../../lib/use-live-refresh.ts';

/** What was known last: another screen's bell begins with it. */
let known: { readonly uid: string; readonly unread: number } | null = null;

export function useUnreadNotices(uid: string): { unread: number; set: (unread: number) => void } {
  const [unread, setUnread] = useState(known?.uid === uid ? known.unread : 0);
  const [version, setVersion] = useState(0);
  const [read] = useState(() => () => setVersion((last) => last + 1));
  const [set] = useState(() => (next: number) => {
    known = { uid, unread: next };
    setUnread(next);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every version is read
  useEffect(() => {
    let wanted = true;
    client.listNotices({ query: { limit: 1 } }).then(
      (page) => wanted && set(page.unread),
      // The bell stays; only how much is new is not known.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [version, set]);
  useLiveRefresh('me', read);
  return { unread, set };
}
