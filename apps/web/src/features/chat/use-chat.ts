// The chat that is open: its messages kept current by live events, what is being sent, and reading as it is looked at.
import type { ChatMessage } from '@kerb/contract';
import {
  fetchMessages,
  fetchOlderMessages,
  joinChatSlice,
  readMessages,
  sendMessage,
  stopFetchMessages,
} from '@kerb/sdk/store/chat';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLiveState, useLiveTopic } from '../../lib/live.ts';
import { store, useKerbDispatch, useKerbSelector } from '../../lib/store.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { firstUnread } from './chat-days.ts';

joinChatSlice(store);

/** A message on its way; one that failed waits to be sent again. */
export interface Outgoing {
  /** Also the key by which it is written once, however often it is sent. */
  readonly key: string;
  readonly text: string;
  /** The code of the refusal; null while it is being sent. */
  readonly problem: string | null;
}

export interface Chat {
  /** Oldest first; null until they are known. */
  readonly messages: readonly ChatMessage[] | null;
  readonly problem: string | null;
  readonly open: boolean;
  readonly readUntil: number | null;
  /** The message above which the line "new" stands; null for none. */
  readonly unreadFrom: string | null;
  readonly outgoing: readonly Outgoing[];
  readonly hasOlder: boolean;
  readonly loadingOlder: boolean;
  readonly loadOlder: () => void;
  readonly retry: () => void;
  readonly send: (text: string) => void;
  readonly sendAgain: (key: string) => void;
}

/** Marks as read what is on the screen while somebody looks at it. */
function useReading(booking: string, unread: number, reads: boolean): void {
  const dispatch = useKerbDispatch();
  useEffect(() => {
    if (!reads || unread === 0) return;
    const read = () => {
      if (document.visibilityState === 'visible') void dispatch(readMessages(booking));
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [booking, unread, reads, dispatch]);
}

function useOutgoing(booking: string, onRefused: () => void) {
  const dispatch = useKerbDispatch();
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>([]);
  // One after the other, so that they arrive in the order they were written in.
  const line = useRef<Promise<unknown>>(Promise.resolve());

  const attempt = useCallback(
    async ({ key, text }: Pick<Outgoing, 'key' | 'text'>) => {
      const result = await dispatch(sendMessage({ booking, message: text, key }));
      if (sendMessage.fulfilled.match(result)) {
        setOutgoing((all) => all.filter((one) => one.key !== key));
        return;
      }
      const problem = result.payload ?? 'internal';
      setOutgoing((all) => all.map((one) => (one.key === key ? { ...one, problem } : one)));
      onRefused();
    },
    [booking, dispatch, onRefused],
  );
  const enqueue = (message: Pick<Outgoing, 'key' | 'text'>) => {
    line.current = line.current.then(() => attempt(message));
  };

  return {
    outgoing,
    send(text: string) {
      const message = { key: crypto.randomUUID(), text };
      setOutgoing((all) => [...all, { ...message, problem: null }]);
      enqueue(message);
    },
    sendAgain(key: string) {
      const message = outgoing.find((one) => one.key === key);
      if (!message) return;
      setOutgoing((all) => all.map((one) => (one.key === key ? { ...one, problem: null } : one)));
      enqueue(message);
    },
  };
}

/** `reads`: whether looking at the messages marks them as read; admins only look on. */
export function useChat(booking: string, reads: boolean): Chat {
  const dispatch = useKerbDispatch();
  const { user } = useAuth();
  const me = user?.id ?? null;
  const live = useLiveState();
  const data = useKerbSelector(({ chatdata }) => (chatdata?.booking === booking ? chatdata : null));
  const [loadingOlder, setLoadingOlder] = useState(false);
  const load = useCallback(() => void dispatch(fetchMessages(booking)), [booking, dispatch]);

  useEffect(() => {
    load();
    return () => void dispatch(stopFetchMessages());
  }, [load, dispatch]);
  // What was written while there was no connection is told to nobody.
  useEffect(() => {
    if (live === 'open') load();
  }, [live, load]);
  useLiveTopic(`chat:${booking}`, (message) => {
    if (message.type === 'event') load();
  });

  // A reading that fails takes away the slice's messages, not those on the screen.
  const kept = useRef<{ booking: string; messages: readonly ChatMessage[] } | null>(null);
  if (data?.messages) kept.current = { booking, messages: data.messages };
  const messages = data?.messages ?? (kept.current?.booking === booking ? kept.current.messages : null);

  const unread = data?.unread ?? 0;
  const [unreadFrom, setUnreadFrom] = useState<string | null>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!data?.messages || !isFirst.current) return;
    isFirst.current = false;
    setUnreadFrom(firstUnread(data.messages, me, reads ? data.unread : 0));
  }, [data, me, reads]);
  useReading(booking, unread, reads);

  const { outgoing, send, sendAgain } = useOutgoing(booking, load);
  const cursor = data?.olderCursor ?? null;
  return {
    messages,
    problem: data?.error.flag ? data.error.msg : null,
    open: data?.open ?? false,
    readUntil: data?.readUntil ?? null,
    ...{ unreadFrom, outgoing, sendAgain, loadingOlder },
    hasOlder: cursor !== null,
    loadOlder() {
      if (cursor === null || loadingOlder) return;
      setLoadingOlder(true);
      void dispatch(fetchOlderMessages({ booking, cursor })).finally(() => setLoadingOlder(false));
    },
    retry: load,
    send(text) {
      setUnreadFrom(null);
      send(text);
    },
  };
}
