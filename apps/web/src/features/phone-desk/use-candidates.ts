// React hook that loads drivers on duty with the wanted car type, nearest to the pickup first, with driving times, and
// again every ten seconds while the page is visible.
import type { RouteAnswer, Routes } from '@kerb/contract';
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../lib/store.ts';

type LiveDriver = RouteAnswer<Routes['liveDrivers']>['items'][number];

export interface Candidate {
  readonly driver: string;
  readonly name: string;
  readonly vehicle_number: string;
  /** True while the driver is on a trip. */
  readonly busy: boolean;
  /** Driving time to the pickup in seconds; null when unknown. */
  readonly time_in_secs: number | null;
}

interface Candidates {
  /** Null while loading. */
  readonly items: readonly Candidate[] | null;
  readonly problem: unknown;
  readonly retry: () => void;
}

const most = 8;
/** Polled, because drivers move and go on and off duty without an event. */
const READ_AGAIN_MS = 10_000;

/** Drivers of the car type by straight-line distance, free ones before busy ones. */
export function nearest(drivers: readonly LiveDriver[], carType: string, pickup: LatLng): LiveDriver[] {
  return drivers
    .filter((driver) => driver.carType === carType)
    .toSorted(
      (one, other) =>
        Number(one.queue) - Number(other.queue) || distanceKm(one, pickup) - distanceKm(other, pickup),
    )
    .slice(0, most);
}

async function timesTo(pickup: LatLng, drivers: readonly LiveDriver[], signal: AbortSignal) {
  if (drivers.length === 0) return [];
  const start = drivers.map(({ lat, lng }) => ({ lat, lng }));
  const dest = [{ lat: pickup.lat, lng: pickup.lng }];
  try {
    const { rows } = await client.mapsMatrix({ body: { start, dest } }, { signal });
    return rows.map(([way]) => way?.time_in_secs ?? null);
  } catch {
    // Without driving times the list of drivers is still useful.
    return [];
  }
}

async function read(pickup: LatLng, carType: string, signal: AbortSignal): Promise<Candidate[]> {
  const { items } = await client.liveDrivers({}, { signal });
  const near = nearest(items, carType, pickup);
  const times = await timesTo(pickup, near, signal);
  return near.map(({ driver, name, vehicle_number, queue }, index) => ({
    driver,
    name,
    vehicle_number,
    busy: queue,
    time_in_secs: times[index] ?? null,
  }));
}

/**
 * Retains the chosen driver when a later list leaves them out, so that the choice is not lost while the dispatcher talks
 * to the caller; the server rejects the booking of a driver who is not available any more.
 */
function withChosen(
  found: readonly Candidate[],
  shown: readonly Candidate[] | null,
  chosen: string | null,
): readonly Candidate[] {
  if (found.some(({ driver }) => driver === chosen)) return found;
  const left = shown?.find(({ driver }) => driver === chosen);
  return left === undefined ? found : [...found, { ...left, time_in_secs: null }];
}

interface Wanted {
  readonly pickup: LatLng | null;
  readonly carType: string | null;
  /** uid of the chosen driver; null while none is chosen. */
  readonly chosen: string | null;
}

/** Loads nothing until a pickup and a car type are entered. */
export function useCandidates({ pickup, carType, chosen }: Wanted): Candidates {
  const [items, setItems] = useState<readonly Candidate[] | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [version, setVersion] = useState(0);
  const lat = pickup?.lat ?? null;
  const lng = pickup?.lng ?? null;
  const latestChosen = useRef(chosen);
  useEffect(() => {
    latestChosen.current = chosen;
  }, [chosen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is read again
  useEffect(() => {
    setItems(null);
    setProblem(null);
    if (lat === null || lng === null || carType === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    let isReading = false;
    const load = async () => {
      if (isReading) return;
      isReading = true;
      try {
        const found = await read({ lat, lng }, carType, signal);
        if (signal.aborted) return;
        setItems((shown) => withChosen(found, shown, latestChosen.current));
        setProblem(null);
      } catch (failure) {
        if (!signal.aborted) setProblem(failure);
      } finally {
        isReading = false;
      }
    };
    void load();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void load();
    }, READ_AGAIN_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [lat, lng, carType, version]);
  return {
    items,
    // A list that cannot be read again stays, and is read again soon.
    problem: items === null ? problem : null,
    retry: useCallback(() => setVersion((before) => before + 1), []),
  };
}
