// Branded types of lengths and durations, so that the compiler rejects kilometres in place of miles.
import type { Decimal } from 'decimal.js';
import type { z } from 'zod';
import { DomainError } from './errors.ts';
import { exact } from './money.ts';

export type Km = number & z.core.$brand<'Km'>;
export type Miles = number & z.core.$brand<'Miles'>;
export type Metres = number & z.core.$brand<'Metres'>;
export type Seconds = number & z.core.$brand<'Seconds'>;

/** Specification §9, business constants. */
export const KM_PER_MILE = 1.609344;

const isLength = (value: number): boolean => Number.isFinite(value) && value >= 0;
const isKm = (value: number): value is Km => isLength(value);
const isMiles = (value: number): value is Miles => isLength(value);
const isMetres = (value: number): value is Metres => isLength(value);
const isSeconds = (value: number): value is Seconds => isLength(value);

const refuse = (value: number, unit: string): DomainError =>
  new DomainError('invalid_input', `${value} is not a number of ${unit}`);

/**
 * Kilometres, 0 or more. Throws `invalid_input` for negative and non-finite numbers, like the other constructors here.
 */
export function km(value: number): Km {
  if (!isKm(value)) throw refuse(value, 'kilometres');
  return value;
}

export function miles(value: number): Miles {
  if (!isMiles(value)) throw refuse(value, 'miles');
  return value;
}

export function metres(value: number): Metres {
  if (!isMetres(value)) throw refuse(value, 'metres');
  return value;
}

export function seconds(value: number): Seconds {
  if (!isSeconds(value)) throw refuse(value, 'seconds');
  return value;
}

export function kmToMiles(distance: Km): Miles {
  return miles(distance / KM_PER_MILE);
}

export function milesToKm(distance: Miles): Km {
  return km(distance * KM_PER_MILE);
}

export function kmToMetres(distance: Km): Metres {
  return metres(distance * 1000);
}

export function metresToKm(distance: Metres): Km {
  return km(distance / 1000);
}

/** Converts a distance to the operator's unit: miles when convert_to_mile is on, kilometres otherwise. */
export function inOperatorUnit(distance: Km, convertToMile: boolean): number {
  return convertToMile ? kmToMiles(distance) : distance;
}

/** Converts like inOperatorUnit, but to an exact decimal, so that prices do not depend on binary fractions. */
export function inExactOperatorUnit(distance: Km, convertToMile: boolean): Decimal {
  const kilometres = exact(distance);
  return convertToMile ? kilometres.div(exact(KM_PER_MILE)) : kilometres;
}
