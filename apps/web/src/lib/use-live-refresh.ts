// Reads something again when a live topic says that it changed; many changes at once make few readings.
import { useEffect, useMemo } from 'react';
import { live, useLiveTopic } from './live.ts';
import { onceOpen } from './once-open.ts';
import { throttle } from './throttle.ts';

const atMostEveryMs = 1500;

/** `reload` should keep its identity, by useCallback. */
export function useLiveRefresh(topic: string, reload: () => void): void {
  const refresh = useMemo(() => throttle(reload, atMostEveryMs), [reload]);
  useEffect(() => refresh.cancel, [refresh]);
  // What changed between the first reading and the connection is told to nobody.
  useEffect(() => onceOpen(live, refresh), [refresh]);
  useLiveTopic(topic, (message) => {
    if (message.type === 'event') refresh();
  });
}
