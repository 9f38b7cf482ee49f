// React hook that marks notices about the booking on the screen as read, because the screen shows the same information.
import type { NoticeView } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { answers } from '../../lib/answers.ts';
import { screenOf } from '../../lib/notices/screen-address.ts';

/** The server marks those of offers that the app reports as shown. All others stay unread until the list is opened. */
const aboutBooking = new Set(['BookedCab', 'onlineChat']);

export function useReadShown(notices: readonly NoticeView[] | undefined, viewer: Usertype): void {
  const { pathname } = useLocation();
  const [read] = answers.readNotices.useMutation();
  const sent = useRef(new Set<string>());
  useEffect(() => {
    function readShown(): void {
      if (document.visibilityState !== 'visible') return;
      const ids = (notices ?? [])
        .filter(({ id, readAt }) => readAt === null && !sent.current.has(id))
        .filter((notice) => aboutBooking.has(notice.screen ?? '') && screenOf(notice, viewer) === pathname)
        .map(({ id }) => id);
      if (ids.length === 0) return;
      for (const id of ids) sent.current.add(id);
      // If this fails they stay unread until the list is opened.
      void read({ body: { ids } });
    }
    readShown();
    document.addEventListener('visibilitychange', readShown);
    return () => document.removeEventListener('visibilitychange', readShown);
  }, [notices, viewer, pathname, read]);
}
