// Plans a driver's shifts: replaces all weekly shifts, or the hours of one day.
import { DomainError } from '@kerb/domain/kernel';
import { dayAfter, dayAt } from '@kerb/domain/recurring-bookings';
import type { ShiftHours, ShiftPlan, WeeklyShift } from '@kerb/domain/shifts';
import type { Actor } from '../../kit/index.ts';
import { assertVisible, planOf, type ShiftsDeps } from './shifts.deps.ts';
import { shiftsPolicy } from './shifts.policy.ts';
import { shiftsRepository } from './shifts.repository.ts';

/** Most days ahead for which a day can be planned. */
const MAX_DAYS_AHEAD = 366;

/** The same text for the same shifts in any order. */
const keyOf = (shifts: readonly WeeklyShift[]): string =>
  JSON.stringify(
    shifts
      .map(({ weekdays, from, until, firstDay, lastDay }) =>
        JSON.stringify([weekdays.toSorted(), from, until, firstDay, lastDay]),
      )
      .toSorted(),
  );

/** The same text for the same hours of a day in any order; null stands for the weekly shifts. */
const keyOfDay = (hours: readonly ShiftHours[] | null): string =>
  JSON.stringify(hours?.map(({ from, until }) => `${from} ${until}`).toSorted() ?? null);

export function createPlanShifts(deps: ShiftsDeps) {
  const { withTx, fleet, clock, settings } = deps;
  return {
    /** Replaces the weekly shifts. Throws `conflict` when they are not those that the caller has seen. */
    async setShifts(
      actor: Actor,
      driver: string,
      { seen, shifts }: { seen: readonly WeeklyShift[]; shifts: readonly WeeklyShift[] },
    ): Promise<ShiftPlan> {
      await assertVisible(deps, shiftsPolicy.setShifts(actor), driver);
      return withTx(async (tx) => {
        await fleet.lockDriver(tx, driver);
        const current = await planOf(deps, tx, driver);
        if (keyOf(current.shifts) !== keyOf(seen)) throw new DomainError('conflict');
        await shiftsRepository(tx).replaceShifts(tx, driver, shifts);
        return planOf(deps, tx, driver);
      });
    },

    /**
     * `hours`: empty for a day off, null for the weekly shifts. Throws `conflict` when the day's hours are not those that
     * the caller has seen.
     */
    async setShiftDay(
      actor: Actor,
      driver: string,
      {
        day,
        seen,
        hours,
      }: {
        day: string;
        seen?: readonly ShiftHours[] | null | undefined;
        hours: readonly ShiftHours[] | null;
      },
    ): Promise<ShiftPlan> {
      await assertVisible(deps, shiftsPolicy.setShiftDay(actor), driver);
      const today = dayAt(clock.now(), (await settings.get()).timezone);
      if (day < today) throw new DomainError('day_past');
      if (day > dayAfter(today, MAX_DAYS_AHEAD)) throw new DomainError('day_too_far_ahead');
      return withTx(async (tx) => {
        await fleet.lockDriver(tx, driver);
        const current = (await planOf(deps, tx, driver)).days.find((one) => one.day === day)?.hours ?? null;
        if (seen !== undefined && keyOfDay(current) !== keyOfDay(seen)) throw new DomainError('conflict');
        const repository = shiftsRepository(tx);
        if (hours === null) await repository.removeDay(driver, day);
        else await repository.setDay(driver, { day, hours: [...hours] });
        return planOf(deps, tx, driver);
      });
    },
  };
}
