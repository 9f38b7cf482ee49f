// Creates the drivers of a replayed day: the number on duty in each hour of the real day, or another number.
import type { LatLng } from '@kerb/domain/geo';
import { MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import type { LabDriver } from './demand.ts';
import { createRandom } from './random.ts';

/** Number of drivers of a car type on duty in an hour, counted from the beginning of the day. */
export interface DutyHour {
  hour: number;
  carType: string;
  drivers: number;
}

/** A percentage of the day's drivers in each hour, or a constant number, distributed over the car types. */
export type FleetSize = { percent: number } | { drivers: number };

export interface FleetDay {
  duty: readonly DutyHour[];
  /** End of the demand, ms since the beginning of the day. */
  until: number;
  /** Places of which drivers start at a random one. */
  places: readonly LatLng[];
}

/** Time that drivers stay on duty after the last request. */
const AFTER_DEMAND_MS = 30 * MS_PER_MINUTE;

type Shift = Pick<LabDriver, 'from' | 'until'>;

/** Creates shifts with the wanted number of drivers in each hour; the driver whose shift began first ends first. */
function shiftsOf(wanted: readonly number[], end: number): Shift[] {
  const shifts: Shift[] = [];
  let working: Shift[] = [];
  for (const [hour, drivers] of wanted.entries()) {
    const at = hour * MS_PER_HOUR;
    const leaving = Math.max(0, working.length - drivers);
    for (const shift of working.slice(0, leaving)) shift.until = at;
    const joining = Array.from({ length: Math.max(0, drivers - working.length) }, () => ({
      from: at,
      until: end,
    }));
    working = [...working.slice(leaving), ...joining];
    shifts.push(...joining);
  }
  return shifts;
}

/** Distributes `total` by weight in whole numbers: rounded down first, the rest to the largest fractions. */
export function distribute(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const exact = weights.map((weight) => (sum === 0 ? 0 : (total * weight) / sum));
  const shares = exact.map(Math.floor);
  const byFraction = exact
    .map((share, index) => ({ index, fraction: share - Math.floor(share) }))
    .sort((one, other) => other.fraction - one.fraction || one.index - other.index);
  const rest = sum === 0 ? 0 : total - shares.reduce((all, share) => all + share, 0);
  for (const { index } of byFraction.slice(0, rest)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

function wantedByHour({ duty, until }: FleetDay, carType: string, percent: number): number[] {
  const hours = Math.max(1, Math.ceil(until / MS_PER_HOUR));
  const wanted = Array.from({ length: hours }, () => 0);
  for (const one of duty) {
    if (one.carType === carType && one.hour < hours)
      wanted[one.hour] = Math.round((one.drivers * percent) / 100);
  }
  return wanted;
}

/** With the same seed, the driver with the same number starts at the same place, also in a fleet of another size. */
export function fleetOfDay(day: FleetDay, size: FleetSize, seed: string): LabDriver[] {
  const carTypes = [...new Set(day.duty.map(({ carType }) => carType))].sort();
  const end = day.until + AFTER_DEMAND_MS;
  const hoursOf = (carType: string): number =>
    day.duty.reduce((all, one) => all + (one.carType === carType ? one.drivers : 0), 0);
  const shares = 'drivers' in size ? distribute(size.drivers, carTypes.map(hoursOf)) : [];
  return carTypes.flatMap((carType, index) => {
    const shifts =
      'drivers' in size
        ? Array.from({ length: shares[index] ?? 0 }, () => ({ from: 0, until: end }))
        : shiftsOf(wantedByHour(day, carType, size.percent), end);
    return shifts.map((shift, number) => {
      const id = `d${index + 1}-${String(number + 1).padStart(4, '0')}`;
      const start = createRandom(`${seed}/start/${id}`).pick(day.places) ?? { lat: 0, lng: 0 };
      return { id, carType, start, ...shift };
    });
  });
}

/** Returns the maximum number of drivers on duty at a time, and the total hours of all drivers. */
export function measureFleet(drivers: readonly Pick<LabDriver, 'from' | 'until'>[]): {
  most: number;
  hours: number;
} {
  const atStartOf = ({ from }: Pick<LabDriver, 'from'>): number =>
    drivers.filter((other) => other.from <= from && other.until > from).length;
  return {
    most: drivers.reduce((most, driver) => Math.max(most, atStartOf(driver)), 0),
    hours: drivers.reduce((all, { from, until }) => all + (until - from) / MS_PER_HOUR, 0),
  };
}
