// The chat of one booking as the client holds it: its messages, oldest first, and how far either side has read.
import type { ChatMessage, RouteAnswer, Routes } from '@kerb/contract';
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { type AsyncState, failed, noError } from '../async-slice.ts';
import { isSignedOut } from '../auth.slice.ts';
import { createCall } from '../thunk.ts';

type MessagePage = RouteAnswer<Routes['listMessages']>;

interface ChatData {
  /** Whose messages these are; null until some are asked for. */
  readonly booking: string | null;
  /** Null until they are here. */
  readonly messages: readonly ChatMessage[] | null;
  /** Where the messages before these begin; null when these are all. */
  readonly olderCursor: string | null;
  readonly open: boolean;
  readonly unread: number;
  readonly readUntil: number | null;
  /** Of the reading under way: an answer overtaken by a later question is dropped. */
  readonly request: string | null;
}
export type ChatState = AsyncState<ChatData>;

const PAGE = 50;

/** The newest messages of a booking; those before them that are held stay. */
export const fetchMessages = createCall('chatdata/fetchMessages', (client, booking: string, signal) =>
  client.listMessages({ params: { id: booking }, query: { limit: PAGE } }, { signal }),
);
/** The page before those that are held. */
export const fetchOlderMessages = createCall(
  'chatdata/fetchOlderMessages',
  (client, { booking, cursor }: { booking: string; cursor: string }) =>
    client.listMessages({ params: { id: booking }, query: { limit: PAGE, cursor } }),
);
/** The same key again writes the message once. */
export const sendMessage = createCall(
  'chatdata/sendMessage',
  (client, { booking, message, key }: { booking: string; message: string; key: string }) =>
    client.sendMessage({ params: { id: booking }, body: { message } }, { idempotencyKey: key }),
);
/** The same key again writes it once. */
export const sendMessageImage = createCall(
  'chatdata/sendMessageImage',
  (client, { booking, file, key }: { booking: string; file: Blob; key: string }) =>
    client.sendMessageImage({ params: { id: booking }, file }, { idempotencyKey: key }),
);
export const readMessages = createCall('chatdata/readMessages', (client, booking: string) =>
  client.readMessages({ params: { id: booking }, body: {} }),
);
/** Specification §4: stopping the message fetch resets the slice. */
export const stopFetchMessages = createAction('chatdata/stopFetchMessages');

const initialState: ChatState = {
  booking: null,
  messages: null,
  olderCursor: null,
  open: false,
  unread: 0,
  readUntil: null,
  request: null,
  loading: false,
  error: noError,
};

/** Held and arrived messages in one order, each once; `arrived` comes newest first. */
function merged(held: readonly ChatMessage[], arrived: readonly ChatMessage[]): readonly ChatMessage[] {
  const known = new Set(held.map(({ id }) => id));
  const fresh = arrived.filter(({ id }) => !known.has(id));
  // The ids say the order in which messages of one moment were written.
  return [...held, ...fresh].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/** Whether what is held ends where the page begins, so that nothing lies between them. */
const meets = (held: readonly ChatMessage[], page: MessagePage): boolean =>
  page.nextCursor === null || page.items.some(({ id }) => held.some((one) => one.id === id));

function withNewest(state: ChatState, page: MessagePage): ChatState {
  const { items, nextCursor, open, unread, readUntil } = page;
  const held = state.messages ?? [];
  const joins = state.messages !== null && meets(held, page);
  return {
    ...state,
    open,
    unread,
    readUntil,
    loading: false,
    error: noError,
    messages: joins ? merged(held, items) : merged([], items),
    olderCursor: joins ? state.olderCursor : nextCursor,
  };
}

const withOlder = (state: ChatState, page: MessagePage): ChatState => ({
  ...state,
  messages: merged(state.messages ?? [], page.items),
  olderCursor: page.nextCursor,
});

/** What happens to the messages of the booking that is shown. */
function changed(state: ChatState, action: UnknownAction): ChatState {
  if (fetchOlderMessages.fulfilled.match(action) && action.meta.arg.booking === state.booking)
    return withOlder(state, action.payload);
  const isSent = sendMessage.fulfilled.match(action) || sendMessageImage.fulfilled.match(action);
  if (isSent && action.meta.arg.booking === state.booking)
    return { ...state, messages: merged(state.messages ?? [], [action.payload]) };
  if (readMessages.fulfilled.match(action) && action.meta.arg === state.booking)
    return { ...state, unread: 0 };
  return state;
}

export function chatReducer(state: ChatState = initialState, action: UnknownAction): ChatState {
  if (isSignedOut(action) || stopFetchMessages.match(action)) return initialState;
  if (fetchMessages.pending.match(action)) {
    const booking = action.meta.arg;
    const current = booking === state.booking ? state : { ...initialState, booking };
    return { ...current, request: action.meta.requestId, loading: true, error: noError };
  }
  if (fetchMessages.fulfilled.match(action) || fetchMessages.rejected.match(action)) {
    // So is one that comes after a reset.
    if (action.meta.requestId !== state.request) return state;
    if (fetchMessages.fulfilled.match(action)) return withNewest(state, action.payload);
    const { booking } = state;
    return { ...initialState, booking, error: failed(action.payload) };
  }
  return changed(state, action);
}
