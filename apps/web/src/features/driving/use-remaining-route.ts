// React hook for the route from the car to the trip's next point, with turns, and for the stops ahead; the route is
// requested again when the car leaves it.
import type { BookingView, DirectionsView, Track } from '@kerb/contract';
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
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { answers } from '../../lib/answers.ts';
import { pointsOf } from '../../map/features.ts';
import { isOffWay, type Progress, progressOn, type Turn, turnsAhead, turnsOf } from './next-turn.ts';

interface KnownRoute {
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
/** Minimum interval between requests while there is no response yet. */
const minRetryIntervalMs = 1_000;

export function targetOf({ status }: Pick<BookingView, 'status'>): 'pickup' | 'drop' | null {
  if (status === 'ACCEPTED') return 'pickup';
  return status === 'STARTED' ? 'drop' : null;
}

const pair = ({ lat, lng }: LatLng) => `${lat},${lng}`;

function queryOf(from: LatLng, dest: LatLng, stops: readonly LatLng[]) {
  const waypoints = stops.map(pair).join('|');
  return { start: pair(from), dest: pair(dest), ...(waypoints === '' ? {} : { waypoints }) };
}

function routeOf({ polylinePoints, time_in_secs, maneuvers }: DirectionsView): KnownRoute {
  const line = measureLine(pointsOf(polylinePoints));
  return { line, turns: turnsOf(maneuvers, line), secs: time_in_secs };
}

/** The stops of a trip as areas in which a car visits them. */
const stopsOf = ({ waypoints, polyline }: BookingView) => stopAreas(waypoints, pointsOf(polyline));

/** Number of stops visited since the trip started, computed from the server's recorded trail. */
function stopsBehind(booking: BookingView, { trail, entries }: Track): number {
  const started = entries.findLast(({ status }) => status === 'STARTED');
  const points = pointsOf(trail);
  if (!started || points.length === 0) return 0;
  const nearest = Math.min(...points.map((point) => distanceKm(point, started)));
  const from = points.findLastIndex((point) => distanceKm(point, started) === nearest);
  return stopsVisited(stopsOf(booking), points.slice(from));
}

interface Refetchable {
  readonly isError: boolean;
  /** Start of the last request in ms. */
  readonly startedTimeStamp?: number;
  readonly refetch: () => unknown;
}

/**
 * Repeats a failed query at the next position, at most once a second. The cache does not repeat it for a live position
 * while it has an older response, because it writes the position into that response.
 */
function useRefetchAtPosition(query: Refetchable, position: LatLng | null): void {
  const { isError, startedTimeStamp = 0, refetch } = query;
  const seen = useRef(position);
  useEffect(() => {
    if (seen.current === position) return;
    seen.current = position;
    if (isError && Date.now() - startedTimeStamp >= minRetryIntervalMs) refetch();
  }, [position, isError, startedTimeStamp, refetch]);
}

/** Number of stops of a started trip that the car has visited; null until the track has been loaded. */
function useStopsVisited(booking: BookingView | null, position: LatLng | null): number | null {
  const [passed, setPassed] = useState<number | null>(null);
  const [openedAt] = useState(() => Date.now());
  const isStarted = booking !== null && targetOf(booking) === 'drop';
  const hasStops = isStarted && booking.waypoints.length > 0;
  const recorded = answers.trackBooking.useQuery(
    hasStops && passed === null ? { params: { id: booking.id } } : skipToken,
  );
  useRefetchAtPosition(recorded, position);
  const { currentData, fulfilledTimeStamp = 0 } = recorded;
  // A track that another screen has loaded lacks the stops visited since then.
  const track = fulfilledTimeStamp < openedAt ? null : currentData;
  const areas = useMemo(() => (booking ? stopsOf(booking) : []), [booking]);
  useEffect(() => {
    if (!hasStops || !position) return;
    const behind = passed ?? (track ? stopsBehind(booking, track) : null);
    if (behind !== null) setPassed(stopsVisited(areas, [position], behind));
  }, [hasStops, booking, position, passed, track, areas]);
  return isStarted && !hasStops ? 0 : passed;
}

interface RouteRequest {
  readonly to: 'pickup' | 'drop';
  readonly position: LatLng;
  /** Time of the request in ms. */
  readonly at: number;
}

/** A failed request is repeated at the next position, and not at the same one. */
const mayRequest = (last: RouteRequest | null, next: RouteRequest, intervalMs: number): boolean =>
  last === null ||
  (next.at - last.at >= intervalMs && (next.to !== last.to || next.position !== last.position));

export function useRemainingRoute(booking: BookingView | null, position: LatLng | null): Remaining {
  const to = booking && targetOf(booking);
  const visited = useStopsVisited(booking, position);
  const toPickup = answers.mapsDirections.useLazyQuery();
  const toDrop = answers.mapsDirections.useLazyQuery();
  const [load, { data, isFetching }] = to === 'drop' ? toDrop : toPickup;
  const current = useMemo(() => (to && data ? routeOf(data) : null), [to, data]);
  const last = useRef<RouteRequest | null>(null);
  const along = useRef<{ on: KnownRoute | null; km: number }>({ on: null, km: 0 });

  const progress = useMemo(() => {
    if (!current || !position) return null;
    const before = along.current.on === current ? along.current.km : 0;
    return progressOn(current.line, current.secs, position, before);
  }, [current, position]);

  useEffect(() => {
    if (progress && !isOffWay(progress)) along.current = { on: current, km: progress.alongKm };
  }, [progress, current]);

  useEffect(() => {
    if (!booking || !to || !position || (to === 'drop' && visited === null)) return;
    const isLost = !current || (progress !== null && isOffWay(progress));
    // The hook shows the response to its newest request only, so another request would discard a slow response.
    if (!isLost || isFetching) return;
    const request = { to, position, at: Date.now() };
    if (!mayRequest(last.current, request, current ? minRequestIntervalMs : minRetryIntervalMs)) return;
    last.current = request;
    const ahead = to === 'drop' ? booking.waypoints.slice(visited ?? 0) : [];
    // Without a route the screen shows the addresses and the map's own route; the next position requests it again.
    void load({ query: queryOf(position, booking[to], ahead) });
  }, [booking, to, position, current, progress, visited, isFetching, load]);

  const route = useMemo(() => {
    if (!current || !progress || !to) return null;
    const { line, turns, secs } = current;
    const rest = line.points.slice(line.kmAt.findIndex((km) => km > progress.alongKm));
    const here = pointAlong(line, progress.alongKm).point;
    return {
      to,
      progress,
      turns: turnsAhead(turns, progress.alongKm),
      polyline: encodePolyline(progress.leftKm > 0 ? [here, ...rest] : [here]),
      points: line.points,
      secs,
    };
  }, [current, progress, to]);
  const stops = useMemo(
    () => (booking && to === 'drop' ? booking.waypoints.slice(visited ?? 0) : []),
    [booking, to, visited],
  );
  return { route, stops };
}
