// Rules of the second factor: who needs one, how long a proof is valid, and the pauses after wrong codes.
import type { Usertype } from './user.schema.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

export const secondFactorLimits = {
  /**
   * Maximum age of the proof for actions that move money, change roles or export data; older proofs must be repeated.
   */
  freshMs: 10 * MINUTE,
  /** Time in which a challenge must be answered, or the first code of a new authenticator secret entered. */
  challengeMs: 5 * MINUTE,
  recoveryCodes: 10,
  passkeys: 20,
  /** Number of consecutive wrong codes before the first pause. */
  freeFailures: 5,
  firstPauseMs: 30 * SECOND,
  /** Maximum pause, so that users are slowed down but never locked out. */
  maxPauseMs: 15 * MINUTE,
  /** Time without a wrong code after which the count is reset. */
  forgetFailuresMs: 24 * 60 * MINUTE,
  /**
   * Number of consecutive wrong codes after which the session ends; the next sign-in requires a new code by text
   * message.
   */
  failuresOfSession: 10,
} as const;

const rolesWithSecondFactor: readonly Usertype[] = ['admin', 'fleetadmin'];

/** Returns whether users of this role can have a second factor. */
export const mayHaveSecondFactor = (usertype: Usertype): boolean => rolesWithSecondFactor.includes(usertype);

/** Returns whether the operator's settings require a second factor of this user. */
export const needsSecondFactor = (usertype: Usertype, settings: { adminSecondFactor: boolean }): boolean =>
  settings.adminSecondFactor && mayHaveSecondFactor(usertype);

/** `provedAt` and `now` in ms since the epoch. */
export const isFreshProof = (provedAt: number, now: number): boolean =>
  now - provedAt <= secondFactorLimits.freshMs;

/** Returns the pause in milliseconds after this many consecutive wrong codes: 0 at first, then doubled each time. */
export function pauseAfterFailures(failures: number): number {
  const { freeFailures, firstPauseMs, maxPauseMs } = secondFactorLimits;
  if (failures < freeFailures) return 0;
  return Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - freeFailures));
}
