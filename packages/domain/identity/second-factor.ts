// The second factor's rules: who is asked for one, how long a proof counts, and how wrong codes are slowed down.
import type { Usertype } from './user.schema.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

export const secondFactorLimits = {
  /** A proof older than this is asked for again before what moves money, roles or data. */
  freshMs: 10 * MINUTE,
  /** How long a challenge, or an authenticator's secret that waits for its first code, may be answered. */
  challengeMs: 5 * MINUTE,
  recoveryCodes: 10,
  passkeys: 20,
  /** Wrong codes in a row before the first pause. */
  freeFailures: 5,
  firstPauseMs: 30 * SECOND,
  /** No pause is longer: a person is slowed down and never locked out. */
  longestPauseMs: 15 * MINUTE,
  /** After so long without a wrong code the count begins again. */
  forgetFailuresMs: 24 * 60 * MINUTE,
  /** Wrong codes in a row after which the session ends; the next sign-in begins with the code by text message. */
  failuresOfSession: 10,
} as const;

const rolesWithSecondFactor: readonly Usertype[] = ['admin', 'fleetadmin'];

/** Roles that can have a second factor at all. */
export const mayHaveSecondFactor = (usertype: Usertype): boolean => rolesWithSecondFactor.includes(usertype);

/** Whether the operator's settings ask the person for a second factor. */
export const needsSecondFactor = (usertype: Usertype, settings: { adminSecondFactor: boolean }): boolean =>
  settings.adminSecondFactor && mayHaveSecondFactor(usertype);

/** `provedAt` and `now` in ms since the epoch. */
export const isFreshProof = (provedAt: number, now: number): boolean =>
  now - provedAt <= secondFactorLimits.freshMs;

/** Milliseconds to wait after so many wrong codes in a row: none at first, then twice as long each time. */
export function pauseAfterFailures(failures: number): number {
  const { freeFailures, firstPauseMs, longestPauseMs } = secondFactorLimits;
  if (failures < freeFailures) return 0;
  return Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - freeFailures));
}
