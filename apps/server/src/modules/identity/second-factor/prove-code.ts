// Proves the second factor with a code of the authenticator app or a recovery code; wrong codes are counted and
// throttled.
import { pauseAfterFailures, secondFactorLimits } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, appendEvent, type Tx } from '../../../kit/index.ts';
import { endSessionIfOpen } from '../sessions/end-sessions.ts';
import { stepOfCode } from './authenticator-code.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { createSealer } from './seal-secret.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';
import { type Attempts, secondFactorRepository } from './second-factor.repository.ts';

export type TypedCode = { code: string } | { recoveryCode: string };

/** Error with the time to wait before the next code is checked. */
export class SecondFactorPaused extends DomainError {
  readonly retryAfterSecs: number;

  constructor(retryAfterSecs: number) {
    super('second_factor_paused');
    this.retryAfterSecs = retryAfterSecs;
  }
}

type Outcome =
  | { is: 'right'; at: number; left: number }
  | { is: 'wrong' | 'ended' }
  | { is: 'paused'; forMs: number };

/**
 * Returns the time of the proof and the number of recovery codes left. Throws `second_factor_missing`,
 * `second_factor_wrong`, SecondFactorPaused, and `not_logged_in` when too many wrong codes have ended the session.
 */
export function createProveCode(deps: SecondFactorDeps) {
  const { withTx, clock, secret, onHappening } = deps;
  const sealer = createSealer(secret);

  async function isRight(tx: Tx, uid: string, typed: TypedCode, now: number): Promise<boolean> {
    const factors = secondFactorRepository(tx);
    if ('recoveryCode' in typed)
      return factors.useRecoveryCode(uid, hashRecoveryCode(secret, uid, typed.recoveryCode));
    const authenticator = await factors.authenticatorOf(uid);
    if (authenticator === null) return false;
    // Null after KERB_SECRET was changed: app and recovery codes no longer match then, but passkeys still do.
    const bytes = sealer.open(authenticator.sealedSecret, uid);
    const step = bytes && stepOfCode(bytes, typed.code, now);
    return step !== null && factors.takeStep(uid, step, now);
  }

  async function fail(tx: Tx, { uid, sessionId }: Actor, before: Attempts): Promise<Outcome> {
    const factors = secondFactorRepository(tx);
    const now = clock.now();
    const isLongAgo = now - before.lastFailedAt > secondFactorLimits.forgetFailuresMs;
    const failures = (isLongAgo ? 0 : before.failures) + 1;
    const pausedUntil = now + pauseAfterFailures(failures);
    await factors.saveAttempts(uid, { failures, lastFailedAt: now, pausedUntil });
    if ((await factors.countSessionFailure(sessionId)) < secondFactorLimits.failuresOfSession)
      return { is: 'wrong' };
    await endSessionIfOpen(tx, uid, sessionId);
    return { is: 'ended' };
  }

  async function attempt(tx: Tx, actor: Actor, typed: TypedCode): Promise<Outcome> {
    const { uid, sessionId } = actor;
    const factors = secondFactorRepository(tx);
    const attempts = await factors.lockAttempts(uid);
    const now = clock.now();
    if (attempts.pausedUntil > now) return { is: 'paused', forMs: attempts.pausedUntil - now };
    if (!(await factors.isSetUp(uid))) throw new DomainError('second_factor_missing');
    if (!(await isRight(tx, uid, typed, now))) return fail(tx, actor, attempts);
    await factors.saveAttempts(uid, { failures: 0, lastFailedAt: attempts.lastFailedAt, pausedUntil: 0 });
    if (!(await factors.markProved(sessionId, now))) throw new DomainError('not_logged_in');
    const left = await factors.countRecoveryCodes(uid);
    if ('recoveryCode' in typed)
      await appendEvent(tx, {
        name: 'second_factor.recovery_code_used',
        topics: [`user:${uid}`],
        data: { uid, left },
      });
    return { is: 'right', at: now, left };
  }

  return async function proveCode(
    actor: Actor,
    typed: TypedCode,
  ): Promise<{ provedAt: number; recoveryCodesLeft: number }> {
    const { uid } = actor;
    const factor = 'recoveryCode' in typed ? 'recovery_code' : 'totp';
    // The error is thrown after the commit, because a rollback would not count the wrong code.
    const outcome = await withTx((tx) => attempt(tx, actor, typed));
    switch (outcome.is) {
      case 'right':
        onHappening({ event: 'second_factor_proved', uid, factor });
        if (factor === 'recovery_code') onHappening({ event: 'recovery_code_used', uid, left: outcome.left });
        return { provedAt: outcome.at, recoveryCodesLeft: outcome.left };
      case 'paused':
        throw new SecondFactorPaused(Math.ceil(outcome.forMs / 1000));
      case 'ended':
        onHappening({ event: 'second_factor_failed', uid, factor });
        throw new DomainError('not_logged_in');
      case 'wrong':
        onHappening({ event: 'second_factor_failed', uid, factor });
        throw new DomainError('second_factor_wrong');
    }
  };
}
