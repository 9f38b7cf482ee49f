// Who is writing: says so for this side while it writes, and hears it of the other side.
import { useEffect, useRef, useState } from 'react';
import { live, useLiveTopic } from '../../lib/live.ts';

/** The server takes one in two seconds of each person. */
const tellEveryMs = 2_500;
/** Who has not been writing for so long has stopped. */
const lastsMs = 5_000;

export interface Typing {
  readonly theirs: boolean;
  /** Called as often as something is typed. */
  readonly tell: () => void;
}

export function useTyping(booking: string, me: string | null): Typing {
  const topic = `chat:${booking}`;
  const [theirs, setTheirs] = useState(false);
  const stops = useRef<ReturnType<typeof setTimeout>>(undefined);
  const toldAt = useRef(Number.NEGATIVE_INFINITY);

  const show = (isWriting: boolean) => {
    clearTimeout(stops.current);
    setTheirs(isWriting);
    if (isWriting) stops.current = setTimeout(() => setTheirs(false), lastsMs);
  };
  useEffect(() => () => clearTimeout(stops.current), []);
  useLiveTopic(topic, (message) => {
    if (message.type === 'typing' && message.from !== me) show(true);
    // What they were writing is there.
    if (message.type === 'event' && message.name === 'chat.message' && message.data.from !== me) show(false);
  });

  return {
    theirs,
    tell() {
      const now = performance.now();
      if (now - toldAt.current < tellEveryMs) return;
      toldAt.current = now;
      live.sendTyping(topic);
    },
  };
}
