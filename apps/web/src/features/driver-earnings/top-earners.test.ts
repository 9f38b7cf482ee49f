// Tests that shares are summed over months and sorted from the highest.
import type { DriverEarningRow } from '@kerb/contract';
import { expect, it } from 'vitest';
import { topEarners } from './top-earners.ts';

const row = (uid: string | null, month: number, driverShare: number): DriverEarningRow => ({
  year: 2026,
  month,
  monthsName: '',
  uid,
  driverName: uid ?? '',
  driverVehicleNo: '',
  fleet: '',
  total_rides: 1,
  driverShare,
});

it('sums the months of each driver, and returns the highest totals', () => {
  const rows = [row('leo', 2, 10), row('eva', 2, 30), row('leo', 1, 25), row(null, 1, 1)];
  expect(topEarners(rows, 2).map(({ uid, share }) => [uid, share])).toEqual([
    ['leo', 35],
    ['eva', 30],
  ]);
  expect(topEarners([], 2)).toEqual([]);
});
