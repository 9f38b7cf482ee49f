// Entry point of the chat slice, which joins the store with the first screen that shows a chat, so that no other page
// loads it.
import type { KerbStore } from '../index.ts';
import { joinSlices } from '../joined/join-slices.ts';
import { chatReducer } from './chat.slice.ts';

export {
  type ChatState,
  fetchMessages,
  fetchOlderMessages,
  readMessages,
  sendMessage,
  sendMessageImage,
  stopFetchMessages,
} from './chat.slice.ts';

/** Joins the slice to a running store without changing its state; calling it again has no effect. */
export function joinChatSlice(store: KerbStore): void {
  if (store.getState().chatdata) return;
  joinSlices(store, { chatdata: chatReducer });
}
