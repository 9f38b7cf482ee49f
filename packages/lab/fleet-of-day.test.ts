// Tests the drivers of a replayed day: the same number in each hour, another number, and the distribution over car
// types.
import { MS_PER_HOUR } from '@kerb/domain/kernel';
import { describe, expect, it } from 'vitest';
import type { LabDriver } from './demand.ts';
import { type DutyHour, distribute, type FleetDay, fleetOfDay, measureFleet } from './fleet-of-day.ts';

const places = [
  { lat: 1, lng: 1 },
  { lat: 2, lng: 2 },
];
const dayOf = (duty: readonly DutyHour[], hours: number): FleetDay => ({
  duty,
  until: hours * MS_PER_HOUR,
  places,
});
const economy = (counts: readonly number[]): DutyHour[] =>
  counts.map((drivers, hour) => ({ hour, drivers, carType: 'economy' }));
const onDuty = (drivers: readonly LabDriver[], hour: number, carType = 'economy'): number => {
  const middle = (hour + 0.5) * MS_PER_HOUR;
  return drivers.filter((one) => one.carType === carType && one.from <= middle && one.until > middle).length;
};

describe('fleetOfDay', () => {
  it('has as many drivers on duty in each hour as the recorded day', () => {
    const counts = [2, 5, 3, 0, 4];
    const drivers = fleetOfDay(dayOf(economy(counts), 5), { percent: 100 }, 'seed');
    expect(counts.map((_, hour) => onDuty(drivers, hour))).toEqual(counts);
    expect(measureFleet(drivers).most).toBe(5);
  });

  it('takes a percentage of each hour', () => {
    const drivers = fleetOfDay(dayOf(economy([4, 10]), 2), { percent: 150 }, 'seed');
    expect([onDuty(drivers, 0), onDuty(drivers, 1)]).toEqual([6, 15]);
  });

  it('has a fixed number on duty all day, divided by the hours of each car type', () => {
    const duty = [...economy([6, 6]), { hour: 0, drivers: 4, carType: 'van' }];
    const drivers = fleetOfDay(dayOf(duty, 2), { drivers: 8 }, 'seed');
    expect([onDuty(drivers, 0), onDuty(drivers, 1)]).toEqual([6, 6]);
    expect(onDuty(drivers, 1, 'van')).toBe(2);
  });

  it('starts the driver of a number at the same place in a fleet of any size', () => {
    const day = dayOf(economy([3]), 1);
    const few = fleetOfDay(day, { percent: 100 }, 'seed');
    const many = fleetOfDay(day, { percent: 200 }, 'seed');
    expect(many.slice(0, 3).map(({ start }) => start)).toEqual(few.map(({ start }) => start));
  });

  it('is empty when no driver was on duty', () => {
    expect(fleetOfDay(dayOf([], 3), { drivers: 10 }, 'seed')).toEqual([]);
    expect(measureFleet([])).toEqual({ most: 0, hours: 0 });
  });
});

it('divides into whole numbers with the right sum', () => {
  expect(distribute(10, [1, 1, 1])).toEqual([4, 3, 3]);
  expect(distribute(1, [5, 1])).toEqual([1, 0]);
  expect(distribute(3, [0, 0])).toEqual([0, 0]);
});
