// Expected result of an action of a caller on a booking, by the table of transitions.
import type { BookingStatus } from '@kerb/domain/booking';
import { type CallerName, callers } from './test-trip.ts';
import {
  type Action,
  actionRow,
  type Facts,
  type Part,
  type Refusal,
  refusals,
  type Step,
  steps,
} from './transitions.ts';

export type Outcome =
  | { readonly is: 'step'; readonly to: BookingStatus }
  /** A repeat that returns the booking and writes nothing. */
  | { readonly is: 'repeat' }
  | { readonly is: 'refused'; readonly codes: readonly string[]; readonly writes: boolean };

const refused = (...codes: string[]): Outcome => ({ is: 'refused', codes, writes: false });

function holds(when: Partial<Facts> | undefined, facts: Facts): boolean {
  const given: Partial<Record<string, unknown>> = when ?? {};
  return Object.entries(facts).every(([name, value]) => given[name] === undefined || given[name] === value);
}

const applies =
  (action: Action, status: BookingStatus, facts: Facts) =>
  (row: Step | Refusal): boolean =>
    row.action === action && row.from.includes(status) && holds(row.when, facts);

/** The caller's role in a booking of this status; null for a user without one. */
function partOf(name: CallerName, status: BookingStatus): Part | null {
  switch (name) {
    case 'rider':
    case 'admin':
      return name;
    case 'driver':
      return status === 'NEW' || status === 'PAYMENT_PENDING' ? null : 'driver';
    case 'offered driver':
      return status === 'NEW' ? 'offered driver' : null;
    case 'visitor':
    case 'another rider':
    case 'former driver':
    case 'declined driver':
    case 'another driver':
    case 'fleet admin':
    case 'another fleet admin':
      return null;
  }
}

/** Drivers who had an offer get the reason why they are too late. */
function expectLateAccept(name: CallerName, status: BookingStatus): Outcome | null {
  if (name === 'driver' && status === 'ACCEPTED') return { is: 'repeat' };
  if (name === 'driver' && partOf(name, status) !== null) return refused('transition_not_allowed');
  const wasAsked = name === 'offered driver' || name === 'former driver' || name === 'declined driver';
  if (!wasAsked || status === 'PAYMENT_PENDING') return null;
  return status === 'NEW' ? refused('transition_not_allowed') : refused('booking_taken');
}

export function expectOutcome(
  action: Action,
  name: CallerName,
  status: BookingStatus,
  facts: Facts,
): Outcome {
  const role = callers[name];
  if (role === 'visitor') return refused('not_logged_in');
  if (!actionRow(action).roles.includes(role)) return refused('forbidden');
  const part = partOf(name, status);
  const matching = applies(action, status, facts);
  const possible = steps.filter(matching);
  const step = possible.find(({ by }) => part !== null && by.includes(part));
  if (step) return { is: 'step', to: step.to === 'same' ? status : step.to };
  const refusal = refusals.filter(matching).find(({ by }) => part !== null && by.includes(part));
  if (refusal) return { is: 'refused', codes: [refusal.code], writes: refusal.writes === true };
  if (action === 'accept') {
    const late = expectLateAccept(name, status);
    if (late) return late;
  }
  // Another user's booking returns the same error as a missing one.
  if (part === null) return refused('not_found');
  const isForPart = steps.some((row) => row.action === action && row.by.includes(part));
  if (!isForPart) return refused('not_found', 'forbidden', 'transition_not_allowed');
  return refused(possible.length > 0 ? 'forbidden' : 'transition_not_allowed');
}
