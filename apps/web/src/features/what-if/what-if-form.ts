// State of the form for a new comparison: its fields, their validation, and the request it sends.
import { type WhatIfRequest, type WhatIfRunSummary, type WhatIfTerms, whatIfTerms } from '@kerb/contract';
import type { DispatchPolicy } from '@kerb/domain/settings';
import { numberText, numberTextIn, parseNumber } from '../../ui/parse-amount.ts';

export type FleetKind = 'share' | 'number';

/** Numbers are stored as typed. */
export interface WhatIfFields {
  readonly day: string;
  readonly dispatchPolicy: DispatchPolicy;
  readonly driverRadius: string;
  readonly batchSeconds: string;
  readonly broadcastLimit: string;
  readonly fleetKind: FleetKind;
  readonly fleetPercent: string;
  readonly fleetDrivers: string;
}

export type NumberField =
  | 'driverRadius'
  | 'batchSeconds'
  | 'broadcastLimit'
  | 'fleetPercent'
  | 'fleetDrivers';

export interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly whole: boolean;
}

/** Limits of the numbers, as in the schemas of the contract and the settings. */
export const bounds: Readonly<Record<NumberField, Bounds>> = {
  driverRadius: { low: 0, high: 1000, whole: false },
  batchSeconds: { low: 1, high: 30, whole: true },
  broadcastLimit: { low: 0, high: 500, whole: true },
  fleetPercent: { low: 10, high: 300, whole: true },
  fleetDrivers: { low: 1, high: 5000, whole: true },
};

/** The numbers that apply: the batch length only with batches, and the first round only with broadcasts. */
export function usedFields({ dispatchPolicy, fleetKind }: WhatIfFields): NumberField[] {
  const used: NumberField[] = ['driverRadius'];
  if (dispatchPolicy === 'batched') used.push('batchSeconds');
  if (dispatchPolicy === 'broadcast') used.push('broadcastLimit');
  used.push(fleetKind === 'share' ? 'fleetPercent' : 'fleetDrivers');
  return used;
}

const USUAL_DRIVERS = 20;

export const termsOf = ({
  dispatchPolicy,
  driverRadius,
  batchSeconds,
  broadcastLimit,
}: WhatIfTerms): WhatIfTerms => ({ dispatchPolicy, driverRadius, batchSeconds, broadcastLimit });

/** Fields for the given settings; the fleet defaults to the drivers of the day. */
export function fieldsOf(
  day: string,
  terms: WhatIfTerms,
  locale: string,
  fleet: Pick<WhatIfRunSummary, 'fleet_percent' | 'fleet_drivers'> = {
    fleet_percent: 100,
    fleet_drivers: null,
  },
): WhatIfFields {
  return {
    day,
    dispatchPolicy: terms.dispatchPolicy,
    driverRadius: numberText(terms.driverRadius, locale),
    batchSeconds: numberText(terms.batchSeconds, locale),
    broadcastLimit: numberText(terms.broadcastLimit, locale),
    fleetKind: fleet.fleet_drivers === null ? 'share' : 'number',
    fleetPercent: numberText(fleet.fleet_percent, locale),
    fleetDrivers: numberText(fleet.fleet_drivers ?? USUAL_DRIVERS, locale),
  };
}

/** The fields with their numbers rewritten for another language. */
export const fieldsIn = (fields: WhatIfFields, from: string, to: string): WhatIfFields => ({
  ...fields,
  driverRadius: numberTextIn(fields.driverRadius, from, to),
  batchSeconds: numberTextIn(fields.batchSeconds, from, to),
  broadcastLimit: numberTextIn(fields.broadcastLimit, from, to),
  fleetPercent: numberTextIn(fields.fleetPercent, from, to),
  fleetDrivers: numberTextIn(fields.fleetDrivers, from, to),
});

/** Parses the number of a field; null for a text that is not a number within the limits. */
function numberOf(field: NumberField, text: string, locale: string): number | null {
  const { low, high, whole } = bounds[field];
  const value = parseNumber(text, locale);
  return value >= low && value <= high && (!whole || Number.isInteger(value)) ? value : null;
}

export const problemFields = (fields: WhatIfFields, locale: string): NumberField[] =>
  usedFields(fields).filter((field) => numberOf(field, fields[field], locale) === null);

/** Null while a number is invalid. Numbers that do not apply are taken from the current settings. */
export function requestOf(fields: WhatIfFields, current: WhatIfTerms, locale: string): WhatIfRequest | null {
  if (problemFields(fields, locale).length > 0) return null;
  const used = usedFields(fields);
  const numberFor = (field: NumberField, otherwise: number): number =>
    used.includes(field) ? (numberOf(field, fields[field], locale) ?? otherwise) : otherwise;
  return {
    day: fields.day,
    alternative: {
      dispatchPolicy: fields.dispatchPolicy,
      driverRadius: numberFor('driverRadius', current.driverRadius),
      batchSeconds: numberFor('batchSeconds', current.batchSeconds),
      broadcastLimit: numberFor('broadcastLimit', current.broadcastLimit),
    },
    fleet_percent: numberFor('fleetPercent', 100),
    fleet_drivers: fields.fleetKind === 'number' ? numberFor('fleetDrivers', USUAL_DRIVERS) : null,
  };
}

export type TermName = keyof WhatIfTerms;

/** Names of the settings that differ, in the order of the form. */
export const changedTerms = (before: WhatIfTerms, after: WhatIfTerms): TermName[] =>
  whatIfTerms.keyof().options.filter((name) => before[name] !== after[name]);

/** True when the request would compare the current settings with themselves. */
export const changesNothing = (request: WhatIfRequest, current: WhatIfTerms): boolean =>
  changedTerms(current, request.alternative).length === 0 &&
  request.fleet_drivers === null &&
  request.fleet_percent === 100;
