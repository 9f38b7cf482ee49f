// React hook that loads drivers on duty with the wanted car type, nearest to the pickup first, with driving times, and
// again every ten seconds while the page is visible.
import type { RouteAnswer, Routes } from '@kerb/contract';
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';

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
const polling = { pollingInterval: READ_AGAIN_MS, skipPollingIfUnfocused: true } as const;

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

const placeOf = ({ lat, lng }: LatLng): LatLng => ({ lat, lng });

/** Null while loading. Without driving times, after a failed request, the list of drivers is still useful. */
function useWithTimes(near: readonly LiveDriver[] | null, pickup: LatLng | null): Candidate[] | null {
  const isAsked = near !== null && near.length > 0 && pickup !== null;
  const times = answers.mapsMatrix.useQuery(
    isAsked ? { body: { start: near.map(placeOf), dest: [placeOf(pickup)] } } : skipToken,
  );
  const { currentData, error } = times;
  const isKnown = !isAsked || currentData !== undefined || error !== undefined;
  return useMemo(() => {
    if (near === null || !isKnown) return null;
    return near.map(({ driver, name, vehicle_number, queue }, index) => ({
      driver,
      name,
      vehicle_number,
      busy: queue,
      time_in_secs: currentData?.rows[index]?.[0]?.time_in_secs ?? null,
    }));
  }, [near, isKnown, currentData]);
}

/** A list of drivers whose driving times are requested. */
interface Measured {
  /** Pickup and car type. */
  readonly wanted: string;
  readonly near: readonly LiveDriver[];
  /** Time of the request in ms. */
  readonly at: number;
}

interface Latest {
  /** Null while not loaded. */
  readonly near: readonly LiveDriver[] | null;
  /** Time of the response in ms. */
  readonly loadedAt: number;
  /** Pickup and car type; null while one of them is missing. */
  readonly wanted: string | null;
}

/**
 * Adds driving times to the latest list; null while loading. Booking events refetch the drivers more often than slow
 * driving times arrive, so a newer list waits until those of the previous one have arrived or failed, and at least
 * `READ_AGAIN_MS`.
 */
function useMeasured({ near, loadedAt, wanted }: Latest, pickup: LatLng | null): Candidate[] | null {
  const [last, setLast] = useState<Measured | null>(null);
  const measured = last?.wanted === wanted ? last : null;
  const found = useWithTimes(measured?.near ?? null, pickup);
  const isSettled = found !== null;
  // A list loaded before the pickup and the car type were entered is outdated.
  const idleAt = useRef(Date.now());
  useEffect(() => {
    if (wanted !== null) return;
    idleAt.current = Date.now();
    setLast(null);
  }, [wanted]);
  useEffect(() => {
    if (wanted === null || near === null || near === measured?.near || loadedAt < idleAt.current) return;
    const measure = () => setLast({ wanted, near, at: Date.now() });
    if (measured === null) return measure();
    if (!isSettled) return;
    const timer = setTimeout(measure, measured.at + READ_AGAIN_MS - Date.now());
    return () => clearTimeout(timer);
  }, [near, loadedAt, wanted, measured, isSettled]);
  return found;
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
  const isAsked = pickup !== null && carType !== null;
  const drivers = answers.liveDrivers.useQuery(isAsked ? undefined : skipToken, polling);
  const { problem, reload } = shownResponse(drivers);
  const { currentData, fulfilledTimeStamp = 0 } = drivers;
  const near = useMemo(
    () => (currentData && isAsked ? nearest(currentData.items, carType, pickup) : null),
    [currentData, isAsked, carType, pickup],
  );
  const wanted = isAsked ? `${carType} ${pickup.lat},${pickup.lng}` : null;
  const found = useMeasured({ near, loadedAt: fulfilledTimeStamp, wanted }, pickup);

  // The previous list stays until the driving times of the next one are known.
  const shown = useRef<{ wanted: string | null; items: readonly Candidate[] | null }>({
    wanted,
    items: null,
  });
  const before = shown.current.wanted === wanted ? shown.current.items : null;
  const items = found === null ? before : withChosen(found, before, chosen);
  useEffect(() => {
    shown.current = { wanted, items };
  }, [wanted, items]);
  // A list that cannot be loaded again stays, and is loaded again soon.
  return { items, problem: items === null ? problem : null, retry: reload };
}
