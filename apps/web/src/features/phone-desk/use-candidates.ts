// React hook that loads drivers on duty with the chosen car type, nearest to the pickup first, with driving times.
import type { RouteAnswer, Routes } from '@kerb/contract';
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { useCallback, useEffect, useState } from 'react';
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

/** Loads nothing until a pickup and a car type are chosen. */
export function useCandidates(pickup: LatLng | null, carType: string | null): Candidates {
  const [items, setItems] = useState<readonly Candidate[] | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [version, setVersion] = useState(0);
  const lat = pickup?.lat ?? null;
  const lng = pickup?.lng ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is read again
  useEffect(() => {
    setItems(null);
    setProblem(null);
    if (lat === null || lng === null || carType === null) return;
    const controller = new AbortController();
    read({ lat, lng }, carType, controller.signal).then(
      (found) => !controller.signal.aborted && setItems(found),
      (failure: unknown) => !controller.signal.aborted && setProblem(failure),
    );
    return () => controller.abort();
  }, [lat, lng, carType, version]);
  return { items, problem, retry: useCallback(() => setVersion((before) => before + 1), []) };
}
