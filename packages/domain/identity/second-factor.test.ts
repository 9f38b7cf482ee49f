// Tests who needs a second factor, how long a proof is valid, and the pauses after wrong codes.
import { describe, expect, it } from 'vitest';
import {
  isFreshProof,
  mayHaveSecondFactor,
  needsSecondFactor,
  pauseAfterFailures,
  secondFactorLimits,
} from './second-factor.ts';

describe('who is asked', () => {
  it('includes admins and fleet admins while the setting is on', () => {
    const asked = (on: boolean) =>
      (['rider', 'driver', 'fleetadmin', 'admin'] as const).filter((usertype) =>
        needsSecondFactor(usertype, { adminSecondFactor: on }),
      );
    expect(asked(true)).toEqual(['fleetadmin', 'admin']);
    expect(asked(false)).toEqual([]);
  });
});

it('a proof of the second factor is fresh for ten minutes', () => {
  expect(isFreshProof(1000, 1000 + secondFactorLimits.freshMs)).toBe(true);
  expect(isFreshProof(1000, 1001 + secondFactorLimits.freshMs)).toBe(false);
});

it('the delay after wrong codes grows, up to a quarter of an hour', () => {
  expect([1, 4, 5, 6, 7, 10, 1000].map(pauseAfterFailures)).toEqual([
    0, 0, 30_000, 60_000, 120_000, 900_000, 900_000,
  ]);
});

it('second-factor limits are 10, 5, 0.5 and 15 minutes, and one day', () => {
  const { freshMs, challengeMs, firstPauseMs, maxPauseMs, forgetFailuresMs } = secondFactorLimits;
  const minutes = [freshMs, challengeMs, firstPauseMs, maxPauseMs, forgetFailuresMs].map((ms) => ms / 60_000);
  expect(minutes).toEqual([10, 5, 0.5, 15, 24 * 60]);
});

it('admins and fleet admins may have a second factor, whether or not the setting is on', () => {
  expect((['rider', 'driver', 'fleetadmin', 'admin'] as const).filter(mayHaveSecondFactor)).toEqual([
    'fleetadmin',
    'admin',
  ]);
});
