// The number of unread notices; loaded once per user for all screens, then updated by live events.
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../lib/store.ts';
import { useLiveRefresh } from '../../lib/use-live-refresh.ts';

/** What was known last: another screen's bell begins with it. */
let known: { readonly uid: string; readonly unread: number } | null = null;

export function useUnreadNotices(uid: string): { unread: number; set: (unread: number) => void } {
  const [unread, setUnread] = useState(known?.uid === uid ? known.unread : 0);
  const [set] = useState(() => (next: number) => {
    known = { uid, unread: next };
    setUnread(next);
  });
  const latest = useRef(0);
  const read = useCallback(() => {
    latest.current += 1;
    const mine = latest.current;
    client.listNotices({ query: { limit: 1 } }).then(
      (page) => mine === latest.current && set(page.unread),
      // The bell stays; only how much is new is not known.
      () => undefined,
    );
  }, [set]);
  useEffect(() => {
    read();
    return () => {
      latest.current += 1;
    };
  }, [read]);
  useLiveRefresh('me', read);
  return { unread, set };
}
