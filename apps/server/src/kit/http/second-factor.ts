// Restricts sessions that wait for their second factor, and requires a recent proof on routes that declare it.
import type { RouteDefinition, StepUp } from '@kerb/contract';
import { isFreshProof } from '@kerb/domain/identity';
import { DomainError, type ErrorCode } from '@kerb/domain/kernel';
import type { Actor } from './actor.ts';

const codeOfPending = {
  setup: 'second_factor_setup_required',
  proof: 'needs_second_factor',
} as const satisfies Record<string, ErrorCode>;

/** Error code for a session that waits for its second factor; null for all other callers. */
export function pendingRefusal(actor: Actor | null): ErrorCode | null {
  const pending = actor?.secondFactor?.pending ?? null;
  return pending === null ? null : codeOfPending[pending];
}

/** The caller; null while their session waits for its second factor. */
export const settledActor = (actor: Actor | null): Actor | null =>
  pendingRefusal(actor) === null ? actor : null;

/** Throws when the session waits for its second factor. */
export function guardPending(actor: Actor | null): void {
  const refusal = pendingRefusal(actor);
  if (refusal !== null) throw new DomainError(refusal);
}

/**
 * The caller as the route sees them. Throws when the session waits for its second factor and the route does not admit
 * that; on public routes such a session counts as signed out.
 */
export function admitPending(
  { access, pendingSession }: Pick<RouteDefinition, 'access' | 'pendingSession'>,
  actor: Actor | null,
): Actor | null {
  const pending = actor?.secondFactor?.pending ?? null;
  if (pending === null || pendingSession === 'any' || pendingSession === pending) return actor;
  if (access === 'anyone') return null;
  guardPending(actor);
  return actor;
}

function requiresStepUp(stepUp: StepUp, body: unknown): boolean {
  if (stepUp === true) return true;
  if (typeof body !== 'object' || body === null) return false;
  const { fields, among } = stepUp;
  return fields.some((field) => {
    const value: unknown = Reflect.get(body, field);
    return value !== undefined && (among === undefined || among.includes(value));
  });
}

/**
 * Throws `second_factor_required` unless the session proved its second factor recently. `now` in ms since the epoch.
 */
export function guardStepUp(
  { stepUp }: Pick<RouteDefinition, 'stepUp'>,
  { actor, body, now }: { actor: Actor | null; body: unknown; now: number },
): void {
  if (stepUp !== undefined && requiresStepUp(stepUp, body)) guardFreshProof(actor, now);
}

/**
 * Throws `second_factor_required` unless the session proved its second factor recently, for use cases that need it only
 * for some rows. `now` in ms since the epoch.
 */
export function guardFreshProof(actor: Actor | null, now: number): void {
  const state = actor?.secondFactor;
  // A waiting session reaches this point only on a route that sets up its first factor.
  if (state === undefined || state.pending !== null) return;
  if (!isFreshProof(state.provedAt, now)) throw new DomainError('second_factor_required');
}
