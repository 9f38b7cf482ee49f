// React hook for the outgoing messages of one chat, backed by one outbox for the whole app.

import { isTransientCode } from '@kerb/sdk/client';
import type { LiveState } from '@kerb/sdk/live';
import { fetchMessages, sendMessage, sendMessageImage } from '@kerb/sdk/store/chat';
import { useEffect, useSyncExternalStore } from 'react';
import { tabStorage } from '../../lib/browser-storage.ts';
import { live } from '../../lib/live.ts';
import { store } from '../../lib/store.ts';
import { PictureError, preparePicture } from '../../ui/prepare-picture.ts';
import { createOutbox, type Outgoing } from './outbox.ts';

const storageKey = 'kerb.chat.unsent';

/** Where storage is blocked or full, the outbox has the messages in memory only: they are lost on a reload. */
const storage = {
  read: () => tabStorage.read(storageKey),
  write: (text: string | null) => void tabStorage.write(storageKey, text),
};

// A retry must send the same bytes under the same key, so the compressed picture is cached.
const prepared = new WeakMap<File, Blob>();

/** After a failed fetch the slice does not add the sent message, so it is fetched with the other messages. */
function fetchSent(booking: string): void {
  const chat = store.getState().chatdata;
  if (chat?.booking === booking && chat.messages === null) void store.dispatch(fetchMessages(booking));
}

async function post(booking: string, message: Outgoing): Promise<string | null> {
  const problem = await send(booking, message);
  if (problem === null) fetchSent(booking);
  return problem;
}

async function send(booking: string, { key, text, picture }: Outgoing): Promise<string | null> {
  if (picture === null) {
    const result = await store.dispatch(sendMessage({ booking, message: text, key }));
    return sendMessage.fulfilled.match(result) ? null : (result.payload ?? 'internal');
  }
  try {
    const file = prepared.get(picture) ?? (await preparePicture(picture));
    prepared.set(picture, file);
    const result = await store.dispatch(sendMessageImage({ booking, file, key }));
    return sendMessageImage.fulfilled.match(result) ? null : (result.payload ?? 'internal');
  } catch (error) {
    return error instanceof PictureError ? error.code : 'internal';
  }
}

const outbox = createOutbox({ post, storage });

/** Sets the outbox's sender to the signed-in user. */
function updateSender(): void {
  const { known, info } = store.getState().auth;
  if (info) outbox.ofPerson(info.id);
  else if (known) outbox.forget();
}
store.subscribe(updateSender);
updateSender();
// Resumes after a reconnection also while no chat is on the screen.
live.onState((state) => {
  if (state === 'open') outbox.resume();
});

/** `onRefused` is called when the server rejected messages, to reload the chat, which may have closed. */
export function useOutgoing(booking: string, state: LiveState, onRefused: () => void) {
  const outgoing = useSyncExternalStore(outbox.onChange, () => outbox.of(booking));
  useEffect(() => {
    if (state === 'open') outbox.resume();
  }, [state]);
  const refused = outgoing
    .filter(({ problem }) => problem !== null && !isTransientCode(problem))
    .map(({ key }) => key)
    .join();
  useEffect(() => {
    if (refused !== '') onRefused();
  }, [refused, onRefused]);
  return {
    outgoing,
    send: (text: string) => outbox.add(booking, text, null),
    sendPicture: (picture: File) => outbox.add(booking, '', picture),
    sendAgain: (key: string) => outbox.sendAgain(booking, key),
    discard: (key: string) => outbox.discard(booking, key),
  };
}
