// Generates the use of shared vehicles in the past: handovers, daily rent, and commission on trips.
import { earningStatuses } from '@kerb/domain/booking';
import { commissionLeft, daysToCharge, plateKey, type VehiclePlanKind } from '@kerb/domain/fleet';
import {
  add,
  endOfDay,
  type Minor,
  MS_PER_HOUR,
  MS_PER_MINUTE,
  parseDay,
  type Span,
  subtract,
  ZERO,
} from '@kerb/domain/kernel';
import type { PastDriver, PastRecord } from '../../modules/booking/index.ts';
import type { PastVehicles } from '../../modules/vehicles/index.ts';
import { postings } from '../../modules/wallet/index.ts';
import type { DemoCarTypeKey } from '../demo-names.ts';
import { createChance } from './chance.ts';
import type { DemandSpan } from './demand.ts';
import type { PastLedger } from './past-ledger.ts';
import type { DriverOfPast } from './past-people.ts';

interface Offered {
  type: DemoCarTypeKey;
  make: string;
  model: string;
  plate: string;
  /** True: belongs to the fleet admin, for drivers of the fleet; otherwise to the platform. */
  ofFleet: boolean;
  plan: VehiclePlanKind;
  /**
   * Daily rent in hundreds of major units, and commission in percent of the driver's share; 0 when the plan does not
   * use it.
   */
  rentHundreds: number;
  percent: number;
}

const offered: readonly Offered[] = [
  {
    type: 'economy',
    make: 'Chevrolet',
    model: 'Onix',
    plate: 'SKR 4101',
    ofFleet: false,
    plan: 'rent',
    rentHundreds: 1,
    percent: 0,
  },
  {
    type: 'moto',
    make: 'Honda',
    model: 'CG 150',
    plate: 'SKR 4102',
    ofFleet: true,
    plan: 'commission',
    rentHundreds: 0,
    percent: 12,
  },
  {
    type: 'comfort',
    make: 'Toyota',
    model: 'Corolla',
    plate: 'SKR 4103',
    ofFleet: false,
    plan: 'commission',
    rentHundreds: 0,
    percent: 15,
  },
];

const DRIVERS_EACH = 2;
/** Maximum number of consecutive shifts for which a driver has a vehicle. */
const SHIFTS_IN_A_ROW = 4;
const TAKEN_BEFORE_MS = 10 * MS_PER_MINUTE;
/** Time from the end of a shift to the return; longer than the shift's last trip can continue, ms. */
const RETURNED_AFTER_MS = 3 * MS_PER_HOUR;
/** Delay of the hourly job that charges rent after the full hour, ms. */
const RENT_JOB_MS = 7 * MS_PER_MINUTE;

type VehicleRow = PastVehicles['vehicles'][number];
type Handover = PastVehicles['handovers'][number];
type Charge = PastVehicles['charges'][number];

interface Turn extends Span {
  driver: string;
  shifts: number;
}

/** The handovers in turn, each from before a shift until after a later one; all have ended at the end of the past. */
function turnsOf(drivers: readonly DriverOfPast[], end: number): Turn[] {
  const turns: Turn[] = [];
  for (let free = 0; ; free = turns.at(-1)?.ends ?? end) {
    const driver = drivers[turns.length % drivers.length];
    const ahead = driver?.shifts.filter(({ starts }) => starts - TAKEN_BEFORE_MS > free) ?? [];
    const row = ahead.slice(0, SHIFTS_IN_A_ROW).filter(({ ends }) => ends + RETURNED_AFTER_MS < end);
    const [first] = row;
    const last = row.at(-1);
    if (!driver || !first || !last) return turns;
    turns.push({
      driver: driver.demo.person.uid,
      shifts: row.length,
      starts: first.starts - TAKEN_BEFORE_MS,
      ends: last.ends + RETURNED_AFTER_MS,
    });
  }
}

/** A separate seed, so that shared vehicles do not change the other random values of the past. */
const SEED = 4103;

export interface PastVehiclesDeps {
  span: DemandSpan;
  timezone: string;
  drivers: readonly DriverOfPast[];
  carTypes: ReadonlyMap<DemoCarTypeKey, { id: string }>;
  ledger: PastLedger;
  fleetadmin: string | null;
}

export function createPastVehicles(deps: PastVehiclesDeps) {
  const { span, timezone, carTypes, ledger } = deps;
  const chance = createChance(SEED);
  const vehicles: VehicleRow[] = [];
  const drivers: PastVehicles['drivers'][number][] = [];
  const handovers: Handover[] = [];
  const charges: Charge[] = [];

  function charge(handover: Handover, of: Pick<Charge, 'kind' | 'amount' | 'at'> & Partial<Charge>): void {
    const { vehicle, driver, fleetadmin } = handover;
    const noTrip = { day: null, booking: null, driver_share: null, part: null };
    const row: Charge = {
      id: chance.id(of.at),
      handover: handover.id,
      vehicle,
      driver,
      fleetadmin,
      ...noTrip,
      ...of,
    };
    charges.push(row);
    const { id, kind, booking, amount } = row;
    const draft = postings.chargeForVehicle({ id, kind, booking, driver, fleetadmin, amount });
    ledger.postLater(draft, row.at, chance.id(row.at));
  }

  /**
   * Charges the first day's rent at the handover, and later days by the job after midnight or, at the latest, at the
   * return.
   */
  function chargeRent(handover: Handover, amount: Minor): void {
    const { taken_at: starts, returned_at: ends } = handover;
    for (const [index, day] of daysToCharge({ starts, ends }, timezone, null).entries()) {
      const begins = endOfDay(parseDay(day, -1), timezone);
      const at = index === 0 ? starts : Math.min(begins + RENT_JOB_MS, ends);
      charge(handover, { kind: 'rent', day, amount, at });
      handover.charged_through = day;
    }
  }

  function handOver(vehicle: VehicleRow, { driver, starts, ends, shifts }: Turn, odometer: number): Handover {
    const handover: Handover = {
      id: chance.id(starts),
      vehicle: vehicle.id,
      driver,
      fleetadmin: vehicle.fleetadmin,
      plan: vehicle.plan,
      rent_amount: vehicle.rent_amount,
      commission_percent: vehicle.commission_percent,
      taken_at: starts,
      taken_by: driver,
      odometer_taken: odometer,
      returned_at: ends,
      returned_by: driver,
      odometer_returned: odometer + shifts * chance.whole(90, 160),
      note_taken: '',
      note_returned: '',
      charged_through: null,
      own_vehicle_number: '',
      own_vehicle_make: '',
      own_vehicle_model: '',
      own_other_info: '',
      own_car_type: null,
      own_vehicle_changed_at: null,
    };
    handovers.push(handover);
    if (handover.rent_amount !== null) chargeRent(handover, handover.rent_amount);
    return handover;
  }

  /** The first drivers of the type who joined, one for each vehicle. */
  function sharedWith({ type, ofFleet }: Offered): DriverOfPast[] {
    return deps.drivers
      .filter(({ demo }) => {
        const isFree = drivers.every(({ driver }) => driver !== demo.person.uid);
        const isSimulated = demo.person.kind === 'simDriver';
        return isFree && isSimulated && demo.carType === type && demo.inFleet === ofFleet;
      })
      .toSorted((one, other) => one.joinedAt - other.joinedAt)
      .slice(0, DRIVERS_EACH);
  }

  function share(one: Offered): void {
    const vehicle: VehicleRow = {
      id: chance.id(span.starts),
      fleetadmin: one.ofFleet ? deps.fleetadmin : null,
      vehicle_number: one.plate,
      plate_key: plateKey(one.plate),
      vehicle_make: one.make,
      vehicle_model: one.model,
      car_type: carTypes.get(one.type)?.id ?? null,
      other_info: '',
      plan: one.plan,
      rent_amount: one.plan === 'rent' ? ledger.hundreds(one.rentHundreds) : null,
      commission_percent: one.plan === 'commission' ? one.percent : null,
      created_at: span.starts,
      version: 1,
      retired_at: null,
    };
    vehicles.push(vehicle);
    const some = sharedWith(one);
    for (const { demo } of some) drivers.push({ vehicle: vehicle.id, driver: demo.person.uid });
    let odometer = chance.whole(20_000, 60_000);
    for (const turn of turnsOf(some, span.ends))
      odometer = handOver(vehicle, turn, odometer).odometer_returned ?? odometer;
  }
  for (const one of offered) share(one);

  const at = (driver: string, moment: number): Handover | undefined =>
    handovers.find((one) => one.driver === driver && one.taken_at <= moment && moment < one.returned_at);

  return {
    rows: { vehicles: { vehicles, drivers, handovers, charges } satisfies PastVehicles },

    /** The shared vehicle that the driver used at this time; empty when the driver used their own car. */
    drivenAt(driver: string, moment: number): Partial<PastDriver['driver']> {
      const vehicle = vehicles.find(({ id }) => id === at(driver, moment)?.vehicle);
      if (vehicle === undefined) return {};
      const { vehicle_make, vehicle_model, vehicle_number } = vehicle;
      return { vehicleMake: vehicle_make, vehicleModel: vehicle_model, vehicleNumber: vehicle_number };
    },

    /**
     * Charges commission on a paid trip, and on the amount that an approved fare review added to the driver's share.
     */
    onTrip({ booking, review }: PastRecord): void {
      const { driver, driver_accept_time: accepted, paid_at: paidAt, driver_share: share } = booking;
      if (driver === null || accepted === null || paidAt === null) return;
      if (!earningStatuses.some((status) => status === booking.status)) return;
      const handover = at(driver, accepted);
      const percent = handover?.commission_percent ?? null;
      if (handover === undefined || percent === null) return;
      const isMore = review?.status === 'approved' && review.decided_at !== null;
      const parts = [{ share: isMore ? subtract(share, review.extra_share) : share, at: paidAt }];
      if (isMore) parts.push({ share, at: review.decided_at ?? paidAt });
      let charged = ZERO;
      for (const [index, part] of parts.entries()) {
        const amount = commissionLeft(part.share, percent, charged);
        charged = add(charged, amount);
        if (amount === 0) continue;
        const of = { booking: booking.id, driver_share: part.share, part: index + 1 };
        charge(handover, { kind: 'commission', amount, at: part.at, ...of });
      }
    },
  };
}
