// React hook for editing the trip in the store: empty stops are local state, everything else is in tripdata.
import {
  type TripPoint,
  updateTripCar,
  updateTripDrop,
  updateTripPickup,
  updateTripWaypoints,
  updateTripWhen,
} from '@kerb/sdk/store';
import { useLayoutEffect, useRef, useState } from 'react';
import { store, useKerbDispatch, useKerbSelector } from '../../lib/store.ts';
import type { EntryState } from '../../ui/place-field-props.ts';
import { moved } from './stop-order.ts';

/** Copy of the domain's maxWaypoints; importing that would bundle all its schemas. */
export const maxStops = 20;

/** A stop without an address has no point yet; its key preserves the field while stops are reordered. */
export interface StopDraft {
  readonly key: string;
  readonly point: TripPoint | null;
}

/** 'pickup', 'drop', or the key of a stop. */
export type PlaceKey = string;

let made = 0;
const newKey = () => {
  made += 1;
  return `stop-${made}`;
};

export type Entries = Readonly<Partial<Record<PlaceKey, EntryState | null>>>;

export interface WhenChoice {
  readonly bookLater: boolean;
  /** ms since the epoch; null until chosen. */
  readonly tripdate: number | null;
}

export interface TripDraft {
  readonly pickup: TripPoint | null;
  readonly drop: TripPoint | null;
  readonly stops: readonly StopDraft[];
  /** The stops that have a point. */
  readonly waypoints: readonly TripPoint[];
  /** The fields whose text is not their place. */
  readonly entries: Entries;
  readonly setEntry: (key: PlaceKey, entry: EntryState | null) => void;
  readonly carType: string | null;
  readonly when: WhenChoice;
  /** Key of the stop added last, whose field gets the focus. */
  readonly newest: PlaceKey | null;
  readonly setWhen: (when: WhenChoice) => void;
  readonly setPickup: (point: TripPoint | null) => void;
  readonly setDrop: (point: TripPoint | null) => void;
  readonly setCar: (carType: string | null) => void;
  readonly setStop: (key: string, point: TripPoint | null) => void;
  readonly addStop: () => void;
  readonly removeStop: (key: string) => void;
  /** Moves a stop from one index to another. */
  readonly moveStop: (from: number, to: number) => void;
  readonly swap: () => void;
  /**
   * Begins a change of a place whose address is still looked up. Returns a function that returns whether this change is
   * still the latest one; a pickup preset to the user's location does not count.
   */
  readonly beginChange: (key: PlaceKey) => () => boolean;
}

/** The place of a key, and its setter. */
export function placeOf(draft: TripDraft, key: PlaceKey) {
  if (key === 'pickup') return { point: draft.pickup, set: draft.setPickup };
  if (key === 'drop') return { point: draft.drop, set: draft.setDrop };
  const stop = draft.stops.find((one) => one.key === key);
  return { point: stop?.point ?? null, set: (point: TripPoint | null) => draft.setStop(key, point) };
}

export function useTripDraft(): TripDraft {
  const dispatch = useKerbDispatch();
  const { pickup, drop, waypoints, carType, bookLater, tripdate } = useKerbSelector(
    (state) => state.tripdata,
  );
  const [newest, setNewest] = useState<PlaceKey | null>(null);
  const [entries, setEntries] = useState<Entries>({});
  const [stops, setStops] = useState<readonly StopDraft[]>(() =>
    waypoints.map((point) => ({ key: newKey(), point })),
  );
  // The store was changed elsewhere: cleared after a booking, or filled with an earlier trip.
  const points = stops.flatMap((stop) => (stop.point ? [stop.point] : []));
  if (points.length !== waypoints.length || points.some((point, index) => point !== waypoints[index]))
    setStops(waypoints.map((point) => ({ key: newKey(), point })));
  // A lookup that began in an earlier render changes the current list, not the one of that render.
  const current = useRef(stops);
  useLayoutEffect(() => {
    current.current = stops;
  }, [stops]);
  const change = (changed: (before: readonly StopDraft[]) => readonly StopDraft[]) => {
    const next = changed(current.current);
    current.current = next;
    setStops(next);
    dispatch(updateTripWaypoints(next.flatMap((stop) => (stop.point ? [stop.point] : []))));
  };
  /** Number of changes of each place. */
  const changes = useRef(new Map<PlaceKey, number>());
  const countChange = (key: PlaceKey): number => {
    const count = (changes.current.get(key) ?? 0) + 1;
    changes.current.set(key, count);
    return count;
  };
  const setPickup = (point: TripPoint | null) => {
    countChange('pickup');
    dispatch(updateTripPickup(point));
  };
  const setDrop = (point: TripPoint | null) => {
    countChange('drop');
    dispatch(updateTripDrop(point));
  };
  const shownDrop = drop?.add === '' ? null : drop;
  return {
    pickup,
    drop: shownDrop,
    stops,
    waypoints,
    entries,
    setEntry: (key, entry) =>
      setEntries((before) => ((before[key] ?? null) === entry ? before : { ...before, [key]: entry })),
    carType,
    newest,
    when: { bookLater, tripdate },
    setWhen: (when) => dispatch(updateTripWhen(when)),
    setPickup,
    setDrop,
    setCar: (car) => dispatch(updateTripCar(car)),
    setStop: (key, point) => {
      countChange(key);
      change((before) => before.map((stop) => (stop.key === key ? { key, point } : stop)));
    },
    addStop: () => {
      const key = newKey();
      setNewest(key);
      change((before) => [...before, { key, point: null }]);
    },
    removeStop: (key) => {
      countChange(key);
      change((before) => before.filter((stop) => stop.key !== key));
    },
    moveStop: (from, to) => change((before) => moved(before, from, to)),
    swap: () => {
      setPickup(shownDrop);
      setDrop(pickup);
      change((before) => [...before].reverse());
    },
    beginChange: (key) => {
      const count = countChange(key);
      // The store is also changed elsewhere: cleared, filled with an earlier trip, or the pickup preset.
      const placed = () => {
        const { pickup, drop } = store.getState().tripdata;
        if (key === 'pickup') return pickup;
        return key === 'drop' ? drop : null;
      };
      const before = placed();
      const isPresettable = key === 'pickup' && before === null;
      return () => changes.current.get(key) === count && (isPresettable || placed() === before);
    },
  };
}
