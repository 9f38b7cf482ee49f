// Charges the rent of shared vehicles: each calendar day on which a driver has the vehicle is charged once, at the
// handover and then at the beginning of each day, including missed days.
import { daysToCharge } from '@kerb/domain/fleet';
import { calendarDay, isoDay } from '@kerb/domain/kernel';
import type { Tx } from '../../kit/index.ts';
import { handoversRepository } from './handovers.repository.ts';
import type { VehiclesDeps } from './vehicles.deps.ts';
import type { HandoverRow } from './vehicles.tables.ts';

export const CHARGE_RENT_JOB = 'vehicles.charge-rent';

/** Handovers read at a time. */
const PAGE = 200;

type Rented = Pick<
  HandoverRow,
  'id' | 'vehicle' | 'driver' | 'fleetadmin' | 'plan' | 'rent_amount' | 'taken_at' | 'charged_through'
>;

export function createChargeRent({ ids, clock, wallet }: Pick<VehiclesDeps, 'ids' | 'clock' | 'wallet'>) {
  /**
   * Charges the days up to `until` (ms since the epoch) that are not charged yet. The caller has locked the handover. A
   * day on which the same driver had the vehicle earlier is already charged.
   */
  return async function chargeRent(tx: Tx, rented: Rented, until: number, timezone: string): Promise<void> {
    if (rented.rent_amount === null) return;
    const { id: handover, vehicle, driver, fleetadmin, rent_amount: amount } = rented;
    const handovers = handoversRepository(tx);
    const days = daysToCharge({ starts: rented.taken_at, ends: until }, timezone, rented.charged_through);
    for (const day of days) {
      const id = ids.next();
      const at = clock.now();
      const of = { vehicle, driver, fleetadmin, amount };
      const noTrip = { booking: null, driver_share: null, part: null };
      const isNew = await handovers.charge({ id, handover, kind: 'rent', day, at, ...of, ...noTrip });
      if (isNew)
        await wallet.chargeForVehicle(tx, { id, kind: 'rent', booking: null, driver, fleetadmin, amount });
    }
    const last = days.at(-1);
    if (last !== undefined) await handovers.setChargedThrough(handover, last);
  };
}

/** Runs every hour. A failure of one handover does not stop the others; all errors are thrown at the end. */
export function createChargeAllRents(
  deps: Pick<VehiclesDeps, 'db' | 'withTx' | 'clock' | 'ids' | 'settings' | 'wallet'>,
) {
  const { db, withTx, clock, settings } = deps;
  const chargeRent = createChargeRent(deps);

  async function chargeOpen(id: string, now: number, timezone: string): Promise<void> {
    await withTx(async (tx) => {
      const open = await handoversRepository(tx).lock(id);
      // A returned vehicle was charged completely. One ms is added so that a day that begins now is included.
      if (open?.returned_at === null) await chargeRent(tx, open, now + 1, timezone);
    });
  }

  return async function chargeAllRents(): Promise<void> {
    const now = clock.now();
    const { timezone } = await settings.get();
    const today = isoDay(calendarDay(now, timezone));
    const errors: unknown[] = [];
    for (let after: string | null = null; ; ) {
      const page: string[] = await handoversRepository(db).owingRent(today, after, PAGE);
      for (const id of page)
        await chargeOpen(id, now, timezone).catch((error: unknown) => errors.push(error));
      const last = page.at(-1);
      if (page.length < PAGE || last === undefined) break;
      after = last;
    }
    if (errors.length > 0) throw new AggregateError(errors, 'Some rents of vehicles could not be charged');
  };
}
