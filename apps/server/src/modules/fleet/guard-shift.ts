// Enforces planned shifts: where the operator requires it, drivers with planned shifts go on duty only within one.
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { DriverRecord } from './drivers.repository.ts';
import type { DriverShifts } from './fleet.ports.ts';

export interface GuardShiftDeps {
  settings: () => Promise<Pick<Settings, 'dutyWithinShifts'>>;
  shifts: DriverShifts;
}

/** Throws `outside_shift` with the start of the next shift. A driver who is already on duty stays on duty. */
export function createGuardShift({ settings, shifts }: GuardShiftDeps) {
  return async function guardShift({ uid, driverActiveStatus }: DriverRecord): Promise<void> {
    if (driverActiveStatus || !(await settings()).dutyWithinShifts) return;
    const { isPlanned, isOpen, next } = await shifts.shiftOf(uid);
    if (!isPlanned || isOpen) return;
    const detail = next === null ? undefined : `The next shift begins at ${new Date(next).toISOString()}`;
    throw new DomainError('outside_shift', detail);
  };
}
