// Returns the weekly roster: planned and worked hours of drivers on each day, and the drivers who are late now.
import type { RosterDriver } from '@kerb/contract';
import { mergeSpans, secondsWithin } from '@kerb/domain/fleet';
import type { ManagedScope } from '@kerb/domain/identity';
import { hoursOfDay, MS_PER_DAY, parseDay, type Span } from '@kerb/domain/kernel';
import { dayAfter, dayAt } from '@kerb/domain/recurring-bookings';
import { createIsLate, type ShiftPlan, shiftsOnDay } from '@kerb/domain/shifts';
import type { Actor } from '../../kit/index.ts';
import type { ShiftsDeps } from './shifts.deps.ts';
import { isInScope, shiftsPolicy } from './shifts.policy.ts';
import { shiftsRepository } from './shifts.repository.ts';

/** The days from Monday to Sunday of the week that contains a day. */
function weekOf(day: string): string[] {
  const weekday = new Date(Date.parse(day)).getUTCDay() || 7;
  return Array.from({ length: 7 }, (_, index) => dayAfter(day, index + 1 - weekday));
}

/** Beginning and end of a day; empty for a day that the time zone skipped. */
function spanOfDay(day: string, timeZone: string): Span {
  const hours = hoursOfDay(parseDay(day), timeZone);
  return { starts: hours[0]?.starts ?? 0, ends: hours.at(-1)?.ends ?? 0 };
}

interface Week {
  days: readonly string[];
  /** The drivers who may go on duty; others cannot be late. */
  approved: ReadonlySet<string>;
  isLate: ReturnType<typeof createIsLate>;
  timeZone: string;
}

function presentDriver(
  { uid, driverActiveStatus: onDuty }: { uid: string; driverActiveStatus: boolean },
  plan: ShiftPlan,
  duty: readonly Span[],
  { days, approved, isLate, timeZone }: Week,
): RosterDriver {
  const worked = mergeSpans(duty);
  return {
    driver: uid,
    onDuty,
    late: approved.has(uid) && isLate(plan, onDuty),
    days: days.map((day) => ({
      day,
      planned: shiftsOnDay(plan, day, timeZone).map(({ starts, ends }) => ({ starts, ends })),
      changed: plan.days.some((one) => one.day === day),
      worked_secs: secondsWithin(worked, spanOfDay(day, timeZone)),
    })),
  };
}

export function createViewRoster(deps: ShiftsDeps) {
  const { db, clock, settings, identity, fleet } = deps;

  async function rosterOf(
    drivers: readonly { uid: string; driverActiveStatus: boolean }[],
    week: string | undefined,
  ): Promise<RosterDriver[]> {
    const { timezone: timeZone } = await settings.get();
    const now = clock.now();
    const today = dayAt(now, timeZone);
    const days = weekOf(week ?? today);
    const uids = drivers.map(({ uid }) => uid);
    const span = {
      starts: spanOfDay(days[0] ?? today, timeZone).starts,
      ends: spanOfDay(days.at(-1) ?? today, timeZone).ends,
    };
    // Lateness is computed from yesterday and today, regardless of the week shown.
    const yesterday = dayAt(now - MS_PER_DAY, timeZone);
    const from = [days[0] ?? today, yesterday].toSorted()[0] ?? today;
    const [plans, duty, approved] = await Promise.all([
      shiftsRepository(db).plansOf(uids, from),
      fleet.dutyOfMany(uids, span),
      identity.approvedAmong(uids),
    ]);
    const isLate = createIsLate(now, timeZone);
    return drivers.map((driver) =>
      presentDriver(driver, plans.get(driver.uid) ?? { shifts: [], days: [] }, duty.get(driver.uid) ?? [], {
        days,
        approved,
        isLate,
        timeZone,
      }),
    );
  }

  return {
    async lateDrivers(scope: ManagedScope): Promise<string[]> {
      const { timezone } = await settings.get();
      const now = clock.now();
      const yesterday = dayAt(now - MS_PER_DAY, timezone);
      const repository = shiftsRepository(db);
      const drivers = await fleet.driversOf(await repository.driversWithShifts(yesterday));
      const offDuty = [...drivers.values()].filter(
        ({ driverActiveStatus, fleetadmin }) => !driverActiveStatus && isInScope(scope, fleetadmin),
      );
      const plans = await repository.plansOf(
        offDuty.map(({ uid }) => uid),
        yesterday,
      );
      const isLate = createIsLate(now, timezone);
      return [...plans].flatMap(([uid, plan]) => (isLate(plan, false) ? [uid] : []));
    },

    /** In the order of `drivers`, without those outside the caller's scope. */
    async roster(
      actor: Actor,
      drivers: readonly string[],
      week: string | undefined,
    ): Promise<RosterDriver[]> {
      const scope = shiftsPolicy.getRoster(actor);
      const known = await fleet.driversOf(drivers);
      const visible = [...new Set(drivers)].flatMap((uid) => known.get(uid) ?? []);
      return rosterOf(
        visible.filter(({ fleetadmin }) => isInScope(scope, fleetadmin)),
        week,
      );
    },

    async own(actor: Actor, week: string | undefined): Promise<RosterDriver> {
      const driver = (await fleet.driversOf([actor.uid])).get(actor.uid);
      const [own] = await rosterOf([driver ?? { uid: actor.uid, driverActiveStatus: false }], week);
      if (own === undefined) throw new Error('no roster of a driver');
      return own;
    },
  };
}
