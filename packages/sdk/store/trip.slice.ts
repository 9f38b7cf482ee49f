// Slice of the trip that the user is composing: pickup, stops, drop and car type, before any request to the server.
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { signOut } from './auth.slice.ts';

export interface TripPoint {
  readonly lat: number;
  readonly lng: number;
  /** Displayed address; '' while only the coordinates are known. */
  readonly add: string;
}

export type PointType = 'pickup' | 'drop';

export interface TripState {
  /** Id of the user who composes the trip; null until the first user is known. */
  readonly uid: string | null;
  readonly pickup: TripPoint | null;
  readonly drop: TripPoint | null;
  readonly waypoints: readonly TripPoint[];
  /** Id of the chosen car type. */
  readonly carType: string | null;
  readonly selected: PointType;
  /** True for Book Later, false for Book Now. */
  readonly bookLater: boolean;
  /** Chosen time of a later trip, ms since the epoch; unchanged when the user selects Now instead. */
  readonly tripdate: number | null;
}

export const updateTripPickup = createAction<TripPoint | null>('tripdata/updateTripPickup');
export const updateTripDrop = createAction<TripPoint | null>('tripdata/updateTripDrop');
export const updateTripWaypoints = createAction<readonly TripPoint[]>('tripdata/updateTripWaypoints');
export const updateTripCar = createAction<string | null>('tripdata/updateTripCar');
export const updateTripWhen =
  createAction<Pick<TripState, 'bookLater' | 'tripdate'>>('tripdata/updateTripWhen');
export const updateSelectedPoint = createAction<PointType>('tripdata/updateSelectedPoint');
export const clearTripPoints = createAction('tripdata/clearTripPoints');
/** Assigns the trip to the signed-in user, discarding the trip of another user; null leaves it to the next one. */
export const assignTrip = createAction<string | null>('tripdata/assignTrip');
export const restoreTrip = createAction<TripState>('tripdata/restoreTrip');

const initialState: TripState = {
  uid: null,
  pickup: null,
  drop: null,
  waypoints: [],
  carType: null,
  selected: 'pickup',
  bookLater: false,
  tripdate: null,
};

function isPoint(value: unknown): value is TripPoint {
  if (typeof value !== 'object' || value === null) return false;
  if (!('lat' in value && 'lng' in value && 'add' in value)) return false;
  return typeof value.lat === 'number' && typeof value.lng === 'number' && typeof value.add === 'string';
}

const pointIn = (value: unknown): TripPoint | null => (isPoint(value) ? value : null);

const isRecord = (value: unknown): value is Partial<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Parses a stored trip from a value of any shape; missing and invalid fields get their initial values. */
export function tripIn(stored: unknown): TripState {
  if (!isRecord(stored)) return initialState;
  const { uid, pickup, drop, waypoints, carType, bookLater, tripdate } = stored;
  return {
    ...initialState,
    uid: typeof uid === 'string' ? uid : null,
    pickup: pointIn(pickup),
    drop: pointIn(drop),
    waypoints: Array.isArray(waypoints) ? waypoints.filter(isPoint) : [],
    carType: typeof carType === 'string' ? carType : null,
    bookLater: bookLater === true,
    tripdate: typeof tripdate === 'number' ? tripdate : null,
  };
}

/** Resets everything except the user and the pickup; the drop gets the pickup's coordinates with an empty address. */
function cleared(state: TripState): TripState {
  const { uid, pickup } = state;
  return { ...initialState, uid, pickup, drop: pickup && { ...pickup, add: '' } };
}

function assigned(state: TripState, uid: string | null): TripState {
  const isOfOther = uid !== null && state.uid !== null && state.uid !== uid;
  return { ...(isOfOther ? initialState : state), uid };
}

export function tripReducer(state: TripState = initialState, action: UnknownAction): TripState {
  if (updateTripPickup.match(action)) return { ...state, pickup: action.payload };
  if (updateTripDrop.match(action)) return { ...state, drop: action.payload };
  if (updateTripWaypoints.match(action)) return { ...state, waypoints: action.payload };
  if (updateTripCar.match(action)) return { ...state, carType: action.payload };
  if (updateTripWhen.match(action)) return { ...state, ...action.payload };
  if (updateSelectedPoint.match(action)) return { ...state, selected: action.payload };
  if (clearTripPoints.match(action)) return cleared(state);
  if (assignTrip.match(action)) return assigned(state, action.payload);
  if (restoreTrip.match(action)) return action.payload;
  // The next user of this device must not see the previous user's destination.
  if (signOut.fulfilled.match(action)) return initialState;
  return state;
}
