// The network banner's state: a pure function of the device's and the live connection's state.
import type { LiveState } from '@kerb/sdk/live';

/** fine: nothing to say; back: it was lost and is here again, for a moment. */
export type Network = 'fine' | 'offline' | 'reconnecting' | 'back';

export interface NetworkSigns {
  /** False only where the device knows that it has no network. */
  readonly online: boolean;
  readonly live: LiveState;
}

/** `before` is what was said last: a first connection that is still being made is nothing to worry about. */
export function networkNow(before: Network, { online, live }: NetworkSigns): Network {
  if (!online) return 'offline';
  const wasLost = before === 'offline' || before === 'reconnecting';
  switch (live) {
    case 'waiting':
      return 'reconnecting';
    case 'connecting':
      return wasLost ? 'reconnecting' : before;
    case 'off':
    case 'open':
      return wasLost ? 'back' : before;
  }
}
