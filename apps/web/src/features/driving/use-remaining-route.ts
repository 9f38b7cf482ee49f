// React hook for the route from the car to the trip's next point, with turns, and for the stops ahead; the route is
// requested again when the car leaves it.
import type { BookingView } from '@kerb/contract';
import {
  distanceKm,
  encodePolyline,
  type LatLng,
  type MeasuredLine,
  measureLine,
  pointAlong,
  stopAreas,
  stopsVisited,
} from '@kerb/domain/geo';
import { ApiError } from '@kerb/sdk/client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { client } from '../../lib/store.ts';
import { pointsOf } from '../../map/features.ts';
import { isOffWay, type Progress, progressOn, type Turn, turnsAhead, turnsOf } from './next-turn.ts';

interface KnownRoute {
  readonly to: 'pickup' | 'drop';
  readonly line: MeasuredLine;
  readonly turns: readonly Turn[];
  readonly secs: number;
}

export interface RemainingRoute {
  readonly to: 'pickup' | 'drop';
  readonly progress: Progress;
  /** Turns ahead, the next one first. */
  readonly turns: readonly Turn[];
  /** Encoded polyline (precision 5) that starts at the car. */
  readonly polyline: string;
  /** The whole requested route, which the demonstration drives. */
  readonly points: readonly LatLng[];
  readonly secs: number;
}

export interface Remaining {
  /** Null while there is no destination, or the route is not loaded yet. */
  readonly route: RemainingRoute | null;
  /** Stops of a started trip that the car has not visited yet. */
  readonly stops: readonly LatLng[];
}

/** Minimum interval between requests while the car is off its route. */
const minRequestIntervalMs = 5_000;

export function targetOf({ status }: Pick<BookingView, 'status'>): 'pickup' | 'drop' | null {
  if (status === 'ACCEPTED') return 'pickup';
  return status === 'STARTED' ? 'drop' : null;
}

const pair = ({ lat, lng }: LatLng) => `${lat},${lng}`;

async function fetchRoute(from: LatLng, dest: LatLng, stops: readonly LatLng[], to: 'pickup' | 'drop') {
  const waypoints = stops.map(pair).join('|');
  const { polylinePoints, time_in_secs, maneuvers } = await client.mapsDirections({
    query: { start: pair(from), dest: pair(dest), ...(waypoints === '' ? {} : { waypoints }) },
  });
  const line = measureLine(pointsOf(polylinePoints));
  return { to, line, turns: turnsOf(maneuvers, line), secs: time_in_secs };
}

/** The stops of a trip as areas in which a car visits them. */
const stopsOf = ({ waypoints, polyline }: BookingView) => stopAreas(waypoints, pointsOf(polyline));

/** Number of stops visited since the trip started, computed from the server's recorded trail. */
async function stopsBehind(booking: BookingView): Promise<number> {
  if (booking.waypoints.length === 0) return 0;
  const { trail, entries } = await client.trackBooking({ params: { id: booking.id } });
  const started = entries.findLast(({ status }) => status === 'STARTED');
  const points = pointsOf(trail);
  if (!started || points.length === 0) return 0;
  const nearest = Math.min(...points.map((point) => distanceKm(point, started)));
  const from = points.findLastIndex((point) => distanceKm(point, started) === nearest);
  return stopsVisited(stopsOf(booking), points.slice(from));
}

export function useRemainingRoute(booking: BookingView | null, position: LatLng | null): Remaining {
  const [known, setKnown] = useState<KnownRoute | null>(null);
  /** Number of stops visited; null until it has been computed. */
  const [passed, setPassed] = useState<number | null>(null);
  const askedAt = useRef(Number.NEGATIVE_INFINITY);
  const along = useRef(0);
  const to = booking && targetOf(booking);
  const areas = useMemo(() => (booking ? stopsOf(booking) : []), [booking]);
  const current = known !== null && known.to === to ? known : null;

  const progress = useMemo(
    () => current && position && progressOn(current.line, current.secs, position, along.current),
    [current, position],
  );

  useEffect(() => {
    if (!progress) return;
    if (!isOffWay(progress)) along.current = progress.alongKm;
  }, [progress]);

  useEffect(() => {
    if (!booking || !to || !position) return;
    const visited = to === 'drop' && passed !== null ? stopsVisited(areas, [position], passed) : passed;
    if (visited !== null) setPassed(visited);
    const isLost = !current || (progress !== null && isOffWay(progress));
    if (!isLost || Date.now() - askedAt.current < (current ? minRequestIntervalMs : 1_000)) return;
    askedAt.current = Date.now();
    const load = async () => {
      const behind = to === 'drop' ? (visited ?? (await stopsBehind(booking))) : null;
      setPassed((before) => before ?? behind);
      const ahead = behind === null ? [] : booking.waypoints.slice(behind);
      const answer = await fetchRoute(position, booking[to], ahead, to);
      along.current = 0;
      setKnown(answer);
    };
    load().catch((error: unknown) => {
      // Without a route the screen shows the addresses and the map's own route; the next position requests it again.
      if (!(error instanceof ApiError)) throw error;
    });
  }, [booking, to, position, current, progress, passed, areas]);

  const route = useMemo(() => {
    if (!current || !progress) return null;
    const { line, turns, secs } = current;
    const rest = line.points.slice(line.kmAt.findIndex((km) => km > progress.alongKm));
    const here = pointAlong(line, progress.alongKm).point;
    return {
      to: current.to,
      progress,
      turns: turnsAhead(turns, progress.alongKm),
      polyline: encodePolyline(progress.leftKm > 0 ? [here, ...rest] : [here]),
      points: line.points,
      secs,
    };
  }, [current, progress]);
  const stops = useMemo(
    () => (booking && to === 'drop' ? booking.waypoints.slice(passed ?? 0) : []),
    [booking, to, passed],
  );
  return { route, stops };
}
