// Rounds places and times of the data for regulators so that they identify neither an address nor a rider.
import type { LatLng } from '../geo/index.ts';
import { MS_PER_MINUTE } from '../kernel/index.ts';
import type { MdsPlace } from './mds.schema.ts';

/** Three decimals of a degree: about 110 m from north to south, or a block. */
export const PLACE_DECIMALS = 3;
/** Decimals for riders who deleted their account: about 1 km, as in the bookings themselves. */
export const DELETED_RIDER_DECIMALS = 2;
/** Step in metres to which distances are rounded, because an exact distance would undo the rounding of its ends. */
const DISTANCE_STEP_METRES = 10;

export function roundedLocation({ lat, lng }: LatLng, decimals = PLACE_DECIMALS): MdsPlace {
  // Adding zero turns a negative zero into zero.
  const rounded = (degrees: number): number => Number(degrees.toFixed(decimals)) + 0;
  return { lat: rounded(lat), lng: rounded(lng) };
}

/**
 * Rounds down to the minute, ms since the epoch, so that a time stays in its hour and the order of times is preserved.
 */
export const minuteOf = (at: number): number => Math.floor(at / MS_PER_MINUTE) * MS_PER_MINUTE;

export const roundedMetres = (km: number): number =>
  Math.round((km * 1000) / DISTANCE_STEP_METRES) * DISTANCE_STEP_METRES;
