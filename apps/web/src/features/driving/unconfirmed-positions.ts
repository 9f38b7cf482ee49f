// Buffers positions sent over a connection that may be dead, until a later message proves that it was alive.
import type { PositionInput } from '@kerb/contract';

/** Positions older than this are dropped: the live client closes a silent connection earlier. */
const maxAgeMs = 60_000;

export interface Unconfirmed {
  readonly sent: (position: PositionInput) => void;
  /** Positions sent after `moment` (ms since the epoch), oldest first; all buffered positions are removed. */
  readonly since: (moment: number) => readonly PositionInput[];
}

export function createUnconfirmed(now: () => number): Unconfirmed {
  let recent: { readonly at: number; readonly position: PositionInput }[] = [];
  return {
    sent(position) {
      const at = now();
      recent = [...recent.filter((one) => at - one.at < maxAgeMs), { at, position }];
    },
    since(moment) {
      const lost = recent.filter(({ at }) => at > moment);
      recent = [];
      return lost.map(({ position }) => position);
    },
  };
}
