// The number of unread messages of a trip's chat, and whether it has any; updated by live events.
import { useCallback, useEffect, useState } from 'react';
import { useLiveState, useLiveTopic } from '../../lib/live.ts';
import { client } from '../../lib/store.ts';

export interface ChatNews {
  readonly unread: number;
  readonly open: boolean;
  readonly hasMessages: boolean;
}

/** Null while it is not known; `exists` false: there is no chat yet. */
export function useUnread(booking: string, exists: boolean): ChatNews | null {
  const [news, setNews] = useState<ChatNews | null>(null);
  const live = useLiveState();
  const load = useCallback(async () => {
    try {
      const query = { limit: 1 };
      const { unread, open, items } = await client.listMessages({ params: { id: booking }, query });
      setNews({ unread, open, hasMessages: items.length > 0 });
    } catch {
      // The way to the chat stays; only how much is new is not known.
    }
  }, [booking]);
  useEffect(() => {
    if (exists && live !== 'connecting') void load();
  }, [exists, live, load]);
  useLiveTopic(exists ? `chat:${booking}` : null, (message) => {
    if (message.type === 'event') void load();
  });
  return news;
}
