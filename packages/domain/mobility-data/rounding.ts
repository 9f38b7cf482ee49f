// Rounds places and times of the regulator's data so far that they do not name a door or single out a rider.
import type { LatLng } from '../geo/index.ts';
import { MS_PER_MINUTE } from '../kernel/index.ts';
import type { MdsPlace } from './mds.schema.ts';

/** Three decimals of a degree: some 110 m from north to south, about a block. */
export const PLACE_DECIMALS = 3;
/** The places of a rider who deleted the account: about 1 km, as in the bookings themselves. */
export const DELETED_RIDER_DECIMALS = 2;
/** Distances are given in steps of so many metres: an exact one would undo the rounding of its ends. */
const DISTANCE_STEP_METRES = 10;

export function roundedLocation({ lat, lng }: LatLng, decimals = PLACE_DECIMALS): MdsPlace {
  // Zero is added so that none of them is the negative zero.
  const rounded = (degrees: number): number => Number(degrees.toFixed(decimals)) + 0;
  return { lat: rounded(lat), lng: rounded(lng) };
}

/** The minute in which a moment is, ms since the epoch: it stays in its hour, and moments stay in their order. */
export const minuteOf = (at: number): number => Math.floor(at / MS_PER_MINUTE) * MS_PER_MINUTE;

export const roundedMetres = (km: number): number =>
  Math.round((km * 1000) / DISTANCE_STEP_METRES) * DISTANCE_STEP_METRES;
