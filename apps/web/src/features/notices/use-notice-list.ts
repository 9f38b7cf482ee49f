// The user's notices, loaded page by page; those on the screen are marked as read.
import type { NoticeView } from '@kerb/contract';
import { useEffect, useRef } from 'react';
import { answers } from '../../lib/answers.ts';
import { type PagedEntries, pagedEntries, pageLength } from '../../ui/paged-entries.ts';

export interface NoticeList {
  readonly list: PagedEntries<NoticeView>;
  /** Was not read before this opening: stays marked until the panel closes. */
  readonly isNew: (notice: NoticeView) => boolean;
}

/** As many as the API takes at once. */
const mostAtOnce = 200;

export function useNoticeList(): NoticeList {
  const list = pagedEntries(answers.listNoticesPages.useInfiniteQuery({ query: { limit: pageLength } }));
  const [read] = answers.readNotices.useMutation();
  const seen = useRef(new Set<string>());
  const { items } = list;
  useEffect(() => {
    const ids = (items ?? [])
      .filter(({ id, readAt }) => readAt === null && !seen.current.has(id))
      .map(({ id }) => id)
      .slice(0, mostAtOnce);
    if (ids.length === 0) return;
    for (const id of ids) seen.current.add(id);
    // Those that could not be marked stay unread, and are read with the next opening.
    void read({ body: { ids } });
  }, [items, read]);
  return { list, isNew: ({ id, readAt }) => readAt === null || seen.current.has(id) };
}
