// Who is writing: says so for this side while it writes, and hears it of the other side.
import { createTyping } from '@kerb/sdk/live';
import { useEffect, useState } from 'react';
import { live, useLiveTopic } from '../../lib/live.ts';

export interface ChatTyping {
  readonly theirs: boolean;
  /** Called with the text at each change of it. */
  readonly tell: (text: string) => void;
}

export function useTyping(booking: string, me: string | null): ChatTyping {
  const topic = `chat:${booking}`;
  const [theirs, setTheirs] = useState(false);
  const [typing] = useState(() => createTyping({ tell: () => live.sendTyping(topic), show: setTheirs }));
  useEffect(() => () => typing.end(), [typing]);
  useLiveTopic(topic, (message) => {
    if (message.type === 'typing' && message.from !== me) typing.heardTyping();
    if (message.type === 'event' && message.name === 'chat.message' && message.data.from !== me)
      typing.heardMessage();
  });
  return {
    theirs,
    tell: (text) => (text.trim() === '' ? typing.stopped() : typing.typed()),
  };
}
