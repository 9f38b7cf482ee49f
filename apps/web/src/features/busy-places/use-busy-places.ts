// React hook that reads busy places once a minute for a driver without a trip; null for a driver with one, and before
// the first response.
import type { BusyPlaces } from '@kerb/contract';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';

const EVERY_MS = 60_000;

export function useBusyPlaces(waits: boolean): BusyPlaces | null {
  const result = answers.getBusyPlaces.useQuery(undefined, { skip: !waits, pollingInterval: EVERY_MS });
  const { answer } = shownResponse(result);
  return waits ? answer : null;
}
