// React hook for the open chat: its messages, updated by live events, outgoing messages, and read receipts.
import type { ChatMessage } from '@kerb/contract';
import {
  fetchMessages,
  fetchOlderMessages,
  joinChatSlice,
  readMessages,
  stopFetchMessages,
} from '@kerb/sdk/store/chat';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLiveState, useLiveTopic } from '../../lib/live.ts';
import { store, useKerbDispatch, useKerbSelector } from '../../lib/store.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { firstUnread } from './chat-days.ts';
import type { Outgoing } from './outbox.ts';
import { useOutgoing } from './use-outgoing.ts';

joinChatSlice(store);

export interface Chat {
  /** Oldest first; null while loading. */
  readonly messages: readonly ChatMessage[] | null;
  readonly problem: string | null;
  readonly open: boolean;
  readonly readUntil: number | null;
  /** Id of the message above which the line "new" is shown, or null. */
  readonly unreadFrom: string | null;
  readonly outgoing: readonly Outgoing[];
  readonly hasOlder: boolean;
  readonly loadingOlder: boolean;
  readonly loadOlder: () => void;
  readonly retry: () => void;
  readonly send: (text: string) => void;
  readonly sendPicture: (file: File) => void;
  /** Discards a message that is not being sent. */
  readonly discard: (key: string) => void;
  readonly sendAgain: (key: string) => void;
}

interface Reading {
  readonly booking: string;
  /** The user's id. */
  readonly me: string | null;
  /** As they were last loaded; null while loading. */
  readonly messages: readonly ChatMessage[] | null;
  /** Number of unread messages among them. */
  readonly unread: number;
  readonly reads: boolean;
}

/**
 * Marks the messages on the screen as read while the page is visible; again after each load that still contains unread
 * ones, because the last attempt may have failed.
 */
function useReading({ booking, me, messages, unread, reads }: Reading): void {
  const dispatch = useKerbDispatch();
  // Not an own message: those are shown when they are sent, and ones of the other party before them may not be loaded.
  const upTo = messages?.findLast(({ from }) => from !== me)?.id;
  useEffect(() => {
    if (!reads || unread === 0 || messages === null || upTo === undefined) return;
    const read = () => {
      if (document.visibilityState === 'visible') void dispatch(readMessages({ booking, upTo }));
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [booking, messages, upTo, unread, reads, dispatch]);
}

/**
 * `driver`: uid of the booking's driver; null while unknown or not assigned. `reads`: whether displaying messages marks
 * them as read; false for admins, who only observe.
 */
export function useChat(booking: string, driver: string | null, reads: boolean): Chat {
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
  // Reload after a reconnection: live events sent while disconnected are lost.
  useEffect(() => {
    if (live === 'open') load();
  }, [live, load]);
  useLiveTopic(`chat:${booking}`, (message) => {
    if (message.type === 'event') load();
  });

  // A failed reload clears the messages in the store; the last ones stay on the screen.
  const last = useRef<{ booking: string; messages: readonly ChatMessage[] } | null>(null);
  if (data?.messages) last.current = { booking, messages: data.messages };
  const messages = data?.messages ?? (last.current?.booking === booking ? last.current.messages : null);

  const unread = data?.unread ?? 0;
  const [unreadFrom, setUnreadFrom] = useState<string | null>(null);
  const isFirst = useRef(true);
  // Each driver has a conversation of their own: the messages of the earlier driver must not be shown as those of the
  // next one. Before the next paint, because the name above the messages has already changed.
  const knownDriver = useRef(driver);
  useLayoutEffect(() => {
    const before = knownDriver.current;
    if (driver === null || driver === before) return;
    knownDriver.current = driver;
    if (before === null) return;
    last.current = null;
    isFirst.current = true;
    setUnreadFrom(null);
    dispatch(stopFetchMessages());
    load();
  }, [driver, dispatch, load]);
  useEffect(() => {
    if (!data?.messages || !isFirst.current) return;
    isFirst.current = false;
    setUnreadFrom(firstUnread(data.messages, me, reads ? data.unread : 0));
  }, [data, me, reads]);
  useReading({ booking, me, messages: data?.messages ?? null, unread, reads });

  const { outgoing, send, sendPicture, sendAgain, discard } = useOutgoing(booking, live, load);
  const cursor = data?.olderCursor ?? null;
  return {
    messages,
    problem: data?.error.flag ? data.error.msg : null,
    open: data?.open ?? false,
    readUntil: data?.readUntil ?? null,
    unreadFrom,
    outgoing,
    sendAgain,
    discard,
    loadingOlder,
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
    sendPicture(file) {
      setUnreadFrom(null);
      sendPicture(file);
    },
  };
}
