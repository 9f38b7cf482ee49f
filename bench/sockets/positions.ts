// Creates the positions that cars report over their sockets.
import type { LatLng } from '@kerb/domain/geo';

/** `at` is in ms since the epoch. */
export const positionAt = ({ lat, lng }: LatLng, at = Date.now()) => ({ type: 'position', lat, lng, at });

/** Counts the reports of all rounds, so that a car moves on from one round to the next. */
export function createSteps(): () => number {
  let step = 0;
  return () => {
    step += 1;
    return step;
  };
}
