// Entry point of shifts: the planned working hours of drivers, and whether they may go on duty now.
import { routes } from '@kerb/contract';
import type { ManagedScope } from '@kerb/domain/identity';
import { MS_PER_DAY } from '@kerb/domain/kernel';
import { dayAt } from '@kerb/domain/recurring-bookings';
import { hasLaterShifts, type ShiftPlan, shiftNow } from '@kerb/domain/shifts';
import { route, type ServerModule, type Tx } from '../../kit/index.ts';
import type { DriverShifts } from '../fleet/index.ts';
import { createPlanShifts } from './plan-shifts.ts';
import { assertVisible, planOf, type ShiftsDeps } from './shifts.deps.ts';
import { shiftsPolicy } from './shifts.policy.ts';
import { shiftsRepository } from './shifts.repository.ts';
import { createViewRoster } from './view-roster.ts';

export interface ShiftsApi extends DriverShifts {
  /** Uids of drivers in the scope with a shift that began more than ten minutes ago who are not on duty. */
  lateDrivers(scope: ManagedScope): Promise<string[]>;
  /** Deletes a driver's shifts when their account is deleted. */
  eraseDriver(tx: Tx, uid: string): Promise<void>;
  /** For the driver's data export: the weekly shifts, and every day with other hours. */
  exportOf(uid: string): Promise<ShiftPlan>;
}

/** A date before any planned day. */
const FIRST_DAY = '1970-01-01';

export function createShiftsModule(deps: ShiftsDeps): ServerModule & { api: ShiftsApi } {
  const { db, clock, settings } = deps;
  const plan = createPlanShifts(deps);
  const view = createViewRoster(deps);
  const repository = shiftsRepository(db);
  return {
    api: {
      async shiftOf(driver) {
        const { timezone } = await settings.get();
        const now = clock.now();
        const yesterday = dayAt(now - MS_PER_DAY, timezone);
        const found = (await repository.plansOf([driver], yesterday)).get(driver);
        if (!found) return { isPlanned: false, isOpen: false, next: null };
        const { current, next } = shiftNow(found, now, timezone);
        // A plan applies until its last shift ends; a night shift ends on the day after the last day.
        const isPlanned = current !== null || next !== null || hasLaterShifts(found, now, timezone);
        return { isPlanned, isOpen: current !== null, next };
      },
      lateDrivers: view.lateDrivers,
      eraseDriver: (tx, uid) => shiftsRepository(tx).erase(uid),
      exportOf: async (uid) =>
        (await repository.plansOf([uid], FIRST_DAY)).get(uid) ?? { shifts: [], days: [] },
    },
    routes: [
      route(routes.getRoster, async ({ actor, query }) => ({
        items: await view.roster(actor, query.drivers, query.week),
      })),
      route(routes.getMyShifts, ({ actor, query }) => view.own(actor, query.week)),
      route(routes.getShifts, async ({ actor, params }) => {
        await assertVisible(deps, shiftsPolicy.getShifts(actor), params.id);
        return planOf(deps, db, params.id);
      }),
      route(routes.setShifts, ({ actor, params, body }) => plan.setShifts(actor, params.id, body)),
      route(routes.setShiftDay, ({ actor, params, body }) => plan.setShiftDay(actor, params.id, body)),
    ],
  };
}
