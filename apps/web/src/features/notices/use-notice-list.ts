// React hook that loads the user's notices page by page and marks the loaded ones as read.
import type { NoticeView } from '@kerb/contract';
import { useEffect, useRef } from 'react';
import { answers } from '../../lib/answers.ts';
import { type PagedEntries, pagedEntries, pageLength } from '../../ui/paged-entries.ts';

export interface NoticeList {
  readonly list: PagedEntries<NoticeView>;
  /** True for a notice that was unread when the panel opened: it stays marked until the panel closes. */
  readonly isNew: (notice: NoticeView) => boolean;
}

/** Maximum number of ids in one API request. */
const maxIds = 200;

export function useNoticeList(): NoticeList {
  const list = pagedEntries(answers.listNoticesPages.useInfiniteQuery({ query: { limit: pageLength } }));
  const [read] = answers.readNotices.useMutation();
  const seen = useRef(new Set<string>());
  const { items } = list;
  useEffect(() => {
    const ids = (items ?? [])
      .filter(({ id, readAt }) => readAt === null && !seen.current.has(id))
      .map(({ id }) => id)
      .slice(0, maxIds);
    if (ids.length === 0) return;
    for (const id of ids) seen.current.add(id);
    // If this fails they stay unread, and are marked the next time the panel opens.
    void read({ body: { ids } });
  }, [items, read]);
  return { list, isNew: ({ id, readAt }) => readAt === null || seen.current.has(id) };
}
