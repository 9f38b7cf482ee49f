// The trip in the store as the form edits it: stops that are still empty are kept here, the rest in tripdata.
import {
  type TripPoint,
  updateTripCar,
  updateTripDrop,
  updateTripPickup,
  updateTripWaypoints,
  updateTripWhen,
} from '@kerb/sdk/store';
import { useState } from 'react';
import { useKerbDispatch, useKerbSelector } from '../../lib/store.ts';
import type { StopDraft } from './trip-points.tsx';

/** The most stops between pickup and drop the form offers; the API takes ten. */
export const maxStops = 5;

let made = 0;
const newKey = () => {
  made += 1;
  return `stop-${made}`;
};

export interface WhenChoice {
  readonly bookLater: boolean;
  /** ms since the epoch; null until chosen. */
  readonly tripdate: number | null;
}

export interface TripDraft {
  readonly pickup: TripPoint | null;
  readonly drop: TripPoint | null;
  readonly stops: readonly StopDraft[];
  /** The stops that are chosen. */
  readonly waypoints: readonly TripPoint[];
  readonly carType: string | null;
  readonly when: WhenChoice;
  readonly setWhen: (when: WhenChoice) => void;
  readonly setPickup: (point: TripPoint | null) => void;
  readonly setDrop: (point: TripPoint | null) => void;
  readonly setCar: (carType: string) => void;
  readonly setStop: (key: string, point: TripPoint | null) => void;
  readonly addStop: () => void;
  readonly removeStop: (key: string) => void;
  readonly swap: () => void;
}

export function useTripDraft(): TripDraft {
  const dispatch = useKerbDispatch();
  const { pickup, drop, waypoints, carType, bookLater, tripdate } = useKerbSelector(
    (state) => state.tripdata,
  );
  const [stops, setStops] = useState<readonly StopDraft[]>(() =>
    waypoints.map((point) => ({ key: newKey(), point })),
  );
  const keep = (next: readonly StopDraft[]) => {
    setStops(next);
    dispatch(updateTripWaypoints(next.flatMap((stop) => (stop.point ? [stop.point] : []))));
  };
  const shownDrop = drop?.add === '' ? null : drop;
  return {
    pickup,
    drop: shownDrop,
    stops,
    waypoints,
    carType,
    when: { bookLater, tripdate },
    setWhen: (when) => dispatch(updateTripWhen(when)),
    setPickup: (point) => dispatch(updateTripPickup(point)),
    setDrop: (point) => dispatch(updateTripDrop(point)),
    setCar: (car) => dispatch(updateTripCar(car)),
    setStop: (key, point) => keep(stops.map((stop) => (stop.key === key ? { key, point } : stop))),
    addStop: () => keep([...stops, { key: newKey(), point: null }]),
    removeStop: (key) => keep(stops.filter((stop) => stop.key !== key)),
    swap: () => {
      dispatch(updateTripPickup(shownDrop));
      dispatch(updateTripDrop(pickup));
      keep([...stops].reverse());
    },
  };
}
