// The user's notices, loaded page by page; those on the screen are marked as read.
import type { NoticeView } from '@kerb/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLiveTopic } from '../../lib/live.ts';
import { client } from '../../lib/store.ts';
import type { PagedEntries } from '../../ui/paged-entries.ts';
import { usePagedList } from '../../ui/use-paged-list.ts';

export interface NoticeList {
  readonly list: PagedEntries<NoticeView>;
  /** Was not read before this opening: stays marked until the panel closes. */
  readonly isNew: (notice: NoticeView) => boolean;
}

/** As many as the API takes at once. */
const mostAtOnce = 200;

export function useNoticeList(onUnread: (unread: number) => void): NoticeList {
  const [version, setVersion] = useState(0);
  const load = useCallback(
    (cursor: string | null, limit: number) =>
      client.listNotices({ query: { limit, ...(cursor !== null && { cursor }) } }),
    [],
  );
  const list = usePagedList(load, version);
  useLiveTopic('me', (message) => {
    if (message.type === 'event' && message.name === 'notice.created') setVersion((last) => last + 1);
  });

  const seen = useRef(new Set<string>());
  const { items } = list;
  useEffect(() => {
    const ids = (items ?? [])
      .filter(({ id, readAt }) => readAt === null && !seen.current.has(id))
      .map(({ id }) => id)
      .slice(0, mostAtOnce);
    if (ids.length === 0) return;
    for (const id of ids) seen.current.add(id);
    client.readNotices({ body: { ids } }).then(
      ({ unread }) => onUnread(unread),
      // They stay unread, and are read with the next opening.
      () => undefined,
    );
  }, [items, onUnread]);
  return { list, isNew: ({ id, readAt }) => readAt === null || seen.current.has(id) };
}
