// Slice of the chat of one booking: its messages, oldest first, and how far each party has read.
import type { ChatMessage, RouteAnswer, Routes } from '@kerb/contract';
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { type AsyncState, failed, noError } from '../async-slice.ts';
import { isSignedOut } from '../auth.slice.ts';
import { createCall } from '../thunk.ts';

type MessagePage = RouteAnswer<Routes['listMessages']>;

interface ChatData {
  /** Booking whose messages these are; null before the first fetch. */
  readonly booking: string | null;
  /** Null until they are loaded. */
  readonly messages: readonly ChatMessage[] | null;
  /** Cursor of the messages before these; null when all are loaded. */
  readonly olderCursor: string | null;
  readonly open: boolean;
  readonly unread: number;
  readonly readUntil: number | null;
  /** Id of the request in progress; the response of an older request is dropped. */
  readonly request: string | null;
}
export type ChatState = AsyncState<ChatData>;

const PAGE = 50;

/** Fetches the newest messages of a booking; older messages that are loaded remain. */
export const fetchMessages = createCall('chatdata/fetchMessages', (client, booking: string, signal) =>
  client.listMessages({ params: { id: booking }, query: { limit: PAGE } }, { signal }),
);
/** Fetches the page before the loaded messages. */
export const fetchOlderMessages = createCall(
  'chatdata/fetchOlderMessages',
  (client, { booking, cursor }: { booking: string; cursor: string }) =>
    client.listMessages({ params: { id: booking }, query: { limit: PAGE, cursor } }),
);
/** Calls with the same key send the message once. */
export const sendMessage = createCall(
  'chatdata/sendMessage',
  (client, { booking, message, key }: { booking: string; message: string; key: string }) =>
    client.sendMessage({ params: { id: booking }, body: { message } }, { idempotencyKey: key }),
);
/** Calls with the same key send the picture once. */
export const sendMessageImage = createCall(
  'chatdata/sendMessageImage',
  (client, { booking, file, key }: { booking: string; file: Blob; key: string }) =>
    client.sendMessageImage({ params: { id: booking }, file }, { idempotencyKey: key }),
);
/** `upTo`: id of the newest message that the user has seen; later ones stay unread. */
export const readMessages = createCall(
  'chatdata/readMessages',
  (client, { booking, upTo }: { booking: string; upTo: string }) =>
    client.readMessages({ params: { id: booking }, body: { upTo } }),
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

/** Merges loaded and new messages in order, without duplicates; `arrived` is sorted newest first. */
function merged(held: readonly ChatMessage[], arrived: readonly ChatMessage[]): readonly ChatMessage[] {
  const known = new Set(held.map(({ id }) => id));
  const fresh = arrived.filter(({ id }) => !known.has(id));
  // Ids are in the order in which messages of the same millisecond were written.
  return [...held, ...fresh].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/** Returns whether the loaded messages and the page overlap, so that no message is missing between them. */
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

/** Returns whether no later message of the same party is loaded. */
function isNewest(messages: readonly ChatMessage[], id: string): boolean {
  const read = messages.find((one) => one.id === id);
  return messages.findLast(({ source }) => source === read?.source)?.id === id;
}

/** Applies an action to the messages of the current booking. */
function changed(state: ChatState, action: UnknownAction): ChatState {
  if (fetchOlderMessages.fulfilled.match(action) && action.meta.arg.booking === state.booking)
    return withOlder(state, action.payload);
  const isSent = sendMessage.fulfilled.match(action) || sendMessageImage.fulfilled.match(action);
  // Without loaded messages, the sent one comes with the next fetch: alone it would look like the whole chat.
  if (isSent && state.messages !== null && action.meta.arg.booking === state.booking)
    return { ...state, messages: merged(state.messages, [action.payload]) };
  if (readMessages.fulfilled.match(action) && action.meta.arg.booking === state.booking)
    return isNewest(state.messages ?? [], action.meta.arg.upTo) ? { ...state, unread: 0 } : state;
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
    // Drops the response of an older request, or one that arrives after a reset.
    if (action.meta.requestId !== state.request) return state;
    if (fetchMessages.fulfilled.match(action)) return withNewest(state, action.payload);
    const { booking } = state;
    return { ...initialState, booking, error: failed(action.payload) };
  }
  return changed(state, action);
}
