// Messages on their way: sent one after the other, each once, kept with what is wrong until they are sent again.

import type { LiveState } from '@kerb/sdk/live';
import { sendMessage, sendMessageImage } from '@kerb/sdk/store/chat';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useKerbDispatch } from '../../lib/store.ts';
import { PictureError, preparePicture } from '../../ui/prepare-picture.ts';

/** A message on its way; one that failed waits to be sent again. */
export interface Outgoing {
  /** Also the key by which it is written once, however often it is sent. */
  readonly key: string;
  /** Empty for a picture. */
  readonly text: string;
  readonly picture: File | null;
  /** The code of the refusal; null while it is being sent. */
  readonly problem: string | null;
}

export function useOutgoing(booking: string, live: LiveState, onRefused: () => void) {
  const dispatch = useKerbDispatch();
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>([]);
  // One after the other, so that they arrive in the order they were written in.
  const line = useRef<Promise<unknown>>(Promise.resolve());
  // The same bytes go with the same key, whatever the browser makes of the file the next time.
  const prepared = useRef(new Map<string, Blob>());

  /** The code of what was wrong; null when the server has it. */
  const post = useCallback(
    async ({ key, text, picture }: Outgoing): Promise<string | null> => {
      if (picture === null) {
        const result = await dispatch(sendMessage({ booking, message: text, key }));
        return sendMessage.fulfilled.match(result) ? null : (result.payload ?? 'internal');
      }
      try {
        const file = prepared.current.get(key) ?? (await preparePicture(picture));
        prepared.current.set(key, file);
        const result = await dispatch(sendMessageImage({ booking, file, key }));
        return sendMessageImage.fulfilled.match(result) ? null : (result.payload ?? 'internal');
      } catch (error) {
        return error instanceof PictureError ? error.code : 'internal';
      }
    },
    [booking, dispatch],
  );

  const attempt = useCallback(
    async (message: Outgoing) => {
      const problem = await post(message);
      if (problem === null) {
        prepared.current.delete(message.key);
        setOutgoing((all) => all.filter(({ key }) => key !== message.key));
        return;
      }
      setOutgoing((all) => all.map((one) => (one.key === message.key ? { ...one, problem } : one)));
      onRefused();
    },
    [post, onRefused],
  );
  const enqueue = useCallback(
    (message: Outgoing) => {
      line.current = line.current.then(() => attempt(message));
    },
    [attempt],
  );
  const sendOnceMore = useCallback(
    (message: Outgoing) => {
      setOutgoing((all) => all.map((one) => (one.key === message.key ? { ...one, problem: null } : one)));
      enqueue(message);
    },
    [enqueue],
  );

  // What failed for want of a network goes as soon as there is one.
  const waiting = useRef(outgoing);
  useEffect(() => {
    waiting.current = outgoing;
  });
  useEffect(() => {
    if (live !== 'open') return;
    for (const message of waiting.current) if (message.problem === 'network_error') sendOnceMore(message);
  }, [live, sendOnceMore]);

  const add = (text: string, picture: File | null) => {
    const message = { key: crypto.randomUUID(), text, picture, problem: null };
    setOutgoing((all) => [...all, message]);
    enqueue(message);
  };
  return {
    outgoing,
    send: (text: string) => add(text, null),
    sendPicture: (picture: File) => add('', picture),
    sendAgain(key: string) {
      const message = outgoing.find((one) => one.key === key && one.problem !== null);
      if (message) sendOnceMore(message);
    },
    giveUp(key: string) {
      prepared.current.delete(key);
      setOutgoing((all) => all.filter((one) => one.key !== key || one.problem === null));
    },
  };
}
