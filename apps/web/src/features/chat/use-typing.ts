// Typing indicators: sends the user's own and shows the other party's.
import { createTyping } from '@kerb/sdk/live';
import { useEffect, useState } from 'react';
import { live, useLiveTopic } from '../../lib/live.ts';

export interface ChatTyping {
  readonly theirs: boolean;
  /** Called with the text on each change. */
  readonly onInput: (text: string) => void;
}

export function useTyping(booking: string, me: string | null): ChatTyping {
  const topic = `chat:${booking}`;
  const [theirs, setTheirs] = useState(false);
  const [typing] = useState(() => createTyping({ send: () => live.sendTyping(topic), show: setTheirs }));
  useEffect(() => () => typing.end(), [typing]);
  useLiveTopic(topic, (message) => {
    if (message.type === 'typing' && message.from !== me) typing.receivedTyping();
    if (message.type === 'event' && message.name === 'chat.message' && message.data.from !== me)
      typing.receivedMessage();
  });
  return {
    theirs,
    onInput: (text) => (text.trim() === '' ? typing.stopped() : typing.typed()),
  };
}
