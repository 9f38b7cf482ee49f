// Returns the dashboard: gross earnings, current bookings, waiting times, and the demand of the last hour.
import type { Dashboard } from '@kerb/contract';
import { dayBefore, MS_PER_HOUR, monthBefore, startOfDay, startOfMonth, toMajor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Actor, Clock, Queries } from '../../kit/index.ts';
import { reportsPolicy } from './reports.policy.ts';
import { type EarningPeriods, reportsRepository } from './reports.repository.ts';
import { waitingRepository } from './waiting.repository.ts';

export interface ViewDashboardDeps {
  db: Queries;
  clock: Clock;
  settings: { get(): Promise<Pick<Settings, 'timezone' | 'decimal'>> };
}

function periodsOf(now: number, timezone: string): EarningPeriods {
  const yesterday = dayBefore(now, timezone);
  const lastMonth = monthBefore(now, timezone);
  return {
    day: startOfDay(now, timezone),
    month: startOfMonth(now, timezone),
    dayBefore: { from: startOfDay(yesterday, timezone), until: yesterday },
    monthBefore: { from: startOfMonth(lastMonth, timezone), until: lastMonth },
  };
}

export function createViewDashboard({ db, clock, settings }: ViewDashboardDeps) {
  const reports = reportsRepository(db);
  const { waiting, demand } = waitingRepository(db);
  return async function viewDashboard(actor: Actor): Promise<Dashboard> {
    const scope = reportsPolicy.getDashboard(actor);
    const { timezone, decimal } = await settings.get();
    const now = clock.now();
    const lastHour = { since: now - MS_PER_HOUR, until: now };
    const [earned, active, waits, asked] = await Promise.all([
      reports.grossEarnings(scope, periodsOf(now, timezone)),
      reports.activeByStatus(scope),
      waiting(scope, lastHour),
      scope.of === 'fleet' ? null : demand(lastHour),
    ]);
    return {
      today: toMajor(earned.today, decimal),
      month: toMajor(earned.month, decimal),
      total: toMajor(earned.total, decimal),
      previous: { day: toMajor(earned.day_before, decimal), month: toMajor(earned.month_before, decimal) },
      bookings: {
        PAYMENT_PENDING: active.get('PAYMENT_PENDING') ?? 0,
        NEW: active.get('NEW') ?? 0,
        ACCEPTED: active.get('ACCEPTED') ?? 0,
        ARRIVED: active.get('ARRIVED') ?? 0,
        STARTED: active.get('STARTED') ?? 0,
        REACHED: active.get('REACHED') ?? 0,
        PENDING: active.get('PENDING') ?? 0,
        PAID: active.get('PAID') ?? 0,
      },
      waiting: waits,
      demand: asked,
    };
  };
}
