// React hook for the drivers on duty: the server's list, with newer positions from the live topic.
import { coalescePositions, type DriverPosition } from '@kerb/sdk/live';
import { useMemo, useState } from 'react';
import { answers, answersApi } from '../../lib/answers.ts';
import { useLiveTopic } from '../../lib/live.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { store } from '../../lib/store.ts';
import { throttle } from '../../lib/throttle.ts';
import { useLatestCallback } from '../../lib/use-latest-callback.ts';
import { byName, type LiveDriver, type Positions, withLatest, withPositions } from './live-drivers.ts';

export interface LiveDrivers {
  /** Null while loading. */
  readonly drivers: readonly LiveDriver[] | null;
  /** Error of the last request; null after a success. */
  readonly problem: unknown;
  readonly reload: () => void;
}

const drawEveryMs = 500;
const readAtMostEveryMs = 3000;
/** Interval of reloads: drivers who go off duty stop sending positions, without an event. */
const readAgainMs = 20_000;
const polling = { pollingInterval: readAgainMs, skipPollingIfUnfocused: true } as const;
const noPositions: Positions = new Map();

const readSoon = throttle(() => {
  store.dispatch(answersApi.util.invalidateTags(['drivers']));
}, readAtMostEveryMs);

export function useLiveDrivers(): LiveDrivers {
  const { answer, problem, reload } = shownResponse(answers.liveDrivers.useQuery(undefined, polling));
  const items = useMemo(() => answer && byName(answer.items), [answer]);
  const listed = useMemo(() => new Set(items?.map(({ driver }) => driver)), [items]);
  const [positions, setPositions] = useState(noPositions);
  const drivers = useMemo(() => items && withPositions(items, positions), [items, positions]);

  const draw = useLatestCallback((latest: readonly DriverPosition[]) => {
    setPositions((before) => withLatest(before, latest));
    // The list does not contain the driver of a position yet.
    if (latest.some(({ driver }) => !listed.has(driver))) readSoon();
  });
  const onPosition = useMemo(
    () => coalescePositions(draw, (flush) => setTimeout(flush, drawEveryMs)),
    [draw],
  );
  useLiveTopic('drivers', (message) => {
    if (message.type === 'position') onPosition(message);
  });
  return { drivers, problem, reload };
}
