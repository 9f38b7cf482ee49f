// Tests of the cost of finding the first and last month: no rows in between are read.
import { randomUUID } from 'node:crypto';
import { MS_PER_DAY } from '@kerb/domain/kernel';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { earningsRepository } from './earnings.repository.ts';
import { insertBooking } from './testing/insert-booking.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const { pool, asOwner, queries } = database;
const BOOKINGS = 300;

const addPaid = (paidAt: number) =>
  insertBooking(pool, {
    status: 'PAID',
    estimate: 1000,
    trip_cost: 1000,
    convenience_fees: 100,
    driver_share: 900,
    payable_amount: 1000,
    customer_paid: 1000,
    driver: randomUUID(),
    driver_name: 'Sergio',
    driver_accept_time: 1,
    paid_at: paidAt,
  });

interface PlanNode {
  'Actual Rows': number;
  Plans?: PlanNode[];
}

const mostRows = ({ Plans = [], ...node }: PlanNode): number =>
  Math.max(node['Actual Rows'], ...Plans.map(mostRows));

test('the first and last time of bookings are read from the ends of indexes', async () => {
  expect(await earningsRepository(queries).extent()).toBeNull();
  for (let day = 1; day <= BOOKINGS; day += 1) await addPaid(day * MS_PER_DAY);
  expect(await earningsRepository(queries).extent()).toEqual({
    first: MS_PER_DAY,
    last: BOOKINGS * MS_PER_DAY,
  });
  await asOwner.query('vacuum analyze bookings');
  const { rows } = await asOwner.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    'explain (analyze, format json) select * from report_extent',
  );
  const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
  expect(plan && mostRows(plan.Plan)).toBe(1);
});
