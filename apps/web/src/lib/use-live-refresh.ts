// Reads something again when a live topic says that it changed; many changes at once make few readings.
import { useEffect, useMemo } from 'react';
import { live, useLiveTopic } from './live.ts';
import { onceOpen } from './once-open.ts';
import { throttle } from './throttle.ts';

const usualMs = 1500;

/** `reload` should keep its identity, by useCallback; it runs at most once in `atMostEveryMs`. */
export function useLiveRefresh(topic: string, reload: () => void, atMostEveryMs = usualMs): void {
  const refresh = useMemo(() => throttle(reload, atMostEveryMs), [reload, atMostEveryMs]);
  useEffect(() => refresh.cancel, [refresh]);
  // Changes between the first load and the connection are not published to this client.
  useEffect(() => onceOpen(live, refresh), [refresh]);
  useLiveTopic(topic, (message) => {
    if (message.type === 'event') refresh();
  });
}
