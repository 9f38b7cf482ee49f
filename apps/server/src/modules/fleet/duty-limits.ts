// Enforces the operator's limits of the hours on duty: admits, warns and takes drivers off duty. A trip is never
// interrupted.
import { type DutyRule, type DutyState, dutyState, hasDutyLimits } from '@kerb/domain/fleet';
import { DomainError, MS_PER_DAY, MS_PER_MINUTE } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { appendEvent, type Clock, type Queries, type Tx, type WithTx } from '../../kit/index.ts';
import { type DriverRecord, driversRepository, hasDutyEnded } from './drivers.repository.ts';
import { dutyPeriodsRepository } from './duty-periods.repository.ts';
import { endDuty } from './end-duty.ts';

/** Runs every minute. */
export const CHECK_DUTY_JOB = 'fleet.check-duty';

/** A driver is warned this long (ms) before the end of their hours on duty. */
const WARN_MS = 30 * MS_PER_MINUTE;
/** Number of drivers whose periods are read in one statement. */
const BATCH = 300;
/** How far back periods are read, in ms: periods before the last 24 hours still count for the time without a break. */
const LOOK_BACK_MS = 2 * MS_PER_DAY;

export interface DutyLimitsDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  settings: () => Promise<Pick<Settings, 'dutyHoursLimit' | 'breakAfterHours' | 'breakMinutes'>>;
}

/** `soon`: the end of the hours on duty is near. `reached`: the driver was taken off duty and may return at `at`. */
export interface DutyLimitEvent {
  uid: string;
  state: 'soon' | 'reached';
  rule: DutyRule;
  at: number;
}

const publishLimit = (tx: Tx, data: DutyLimitEvent): Promise<void> =>
  appendEvent(tx, { name: 'driver.duty_limit', topics: [], data: { ...data } });

export function createDutyLimits({ db, withTx, clock, settings }: DutyLimitsDeps) {
  async function statesOf(queries: Queries, uids: readonly string[]): Promise<Map<string, DutyState>> {
    const now = clock.now();
    const current = await settings();
    const span = { starts: now - LOOK_BACK_MS, ends: now };
    const periods = await dutyPeriodsRepository(queries).betweenOfMany(uids, span, now);
    return new Map(uids.map((uid) => [uid, dutyState(periods.get(uid) ?? [], current, now)]));
  }

  async function stateOf(queries: Queries, uid: string): Promise<DutyState> {
    const state = (await statesOf(queries, [uid])).get(uid);
    if (state === undefined) throw new Error(`no duty state of ${uid}`);
    return state;
  }

  /**
   * Until when a driver, whose row is locked, may be on duty; null without limits. Throws `duty_limit` or
   * `break_needed` with the time from which it is allowed. A driver who is already on duty stays on duty.
   */
  async function admit(tx: Tx, driver: DriverRecord): Promise<number | null> {
    if (driver.driverActiveStatus) return driver.dutyUntil;
    if (!hasDutyLimits(await settings())) return null;
    const { refused, allowed_from, until } = await stateOf(tx, driver.uid);
    if (refused) throw new DomainError(refused, `Allowed from ${new Date(allowed_from).toISOString()}`);
    return until;
  }

  /**
   * Takes a driver off duty whose hours are used up, unless they are on a trip. The hours are computed again from the
   * periods, because time without a connection does not count and the stored end may be too early.
   */
  async function endAtLimit(tx: Tx, uid: string): Promise<void> {
    const driver = await driversRepository(tx).lock(uid);
    const now = clock.now();
    if (!driver?.driverActiveStatus || driver.queue || !hasDutyEnded(driver, now)) return;
    const { until, rule } = await stateOf(tx, uid);
    if (until === null || rule === null || until > now)
      return driversRepository(tx).setDutyUntil([{ uid, until }], now + WARN_MS);
    await endDuty(tx, uid, now);
    const { allowed_from } = await stateOf(tx, uid);
    await publishLimit(tx, { uid, state: 'reached', rule, at: allowed_from });
  }

  async function checkBatch(uids: readonly string[]): Promise<void> {
    const states = await statesOf(db, uids);
    const now = clock.now();
    await withTx(async (tx) => {
      const drivers = driversRepository(tx);
      const ends = [...states].map(([uid, { until }]) => ({ uid, until }));
      await drivers.setDutyUntil(ends, now + WARN_MS);
      const near = ends.filter(({ until }) => until !== null && until > now && until <= now + WARN_MS);
      for (const uid of await drivers.markWarned(near.map((one) => one.uid))) {
        const { until, rule } = states.get(uid) ?? {};
        if (until && rule) await publishLimit(tx, { uid, state: 'soon', rule, at: until });
      }
    });
    for (const [uid, { until }] of states)
      if (until !== null && until <= now) await withTx((tx) => endAtLimit(tx, uid));
  }

  return {
    admit,
    /** Takes a driver off duty whose hours ended during the trip that has just ended. */
    async endAfterTrip(tx: Tx, driver: Pick<DriverRecord, 'uid' | 'dutyUntil'>): Promise<void> {
      if (hasDutyEnded(driver, clock.now()) && hasDutyLimits(await settings()))
        await endAtLimit(tx, driver.uid);
    },
    stateOf: (uid: string): Promise<DutyState> => stateOf(db, uid),
    /** May run late and on several servers at once: every step checks the driver again under a row lock. */
    async checkDuty(): Promise<void> {
      if (!hasDutyLimits(await settings())) return;
      const repository = driversRepository(db);
      const before = clock.now() + WARN_MS;
      let batch = await repository.dutyEndsBefore(before, null, BATCH);
      while (batch.length > 0) {
        await checkBatch(batch);
        batch = await repository.dutyEndsBefore(before, batch.at(-1) ?? null, BATCH);
      }
    },
    /** Invalidates the stored ends after the limits were changed; all are computed again. */
    clearDutyUntil: (): Promise<void> => driversRepository(db).clearDutyUntil(),
  };
}

export type DutyLimits = ReturnType<typeof createDutyLimits>;
