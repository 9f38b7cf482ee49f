// Tests that a read of the vehicle revenue sums only the transactions after those of the read before.
import { minor } from '@kerb/domain/kernel';
import { expect, it } from 'vitest';
import { createSumVehicleRevenue } from './sum-vehicle-revenue.ts';

/** A chain whose transactions each have a rent of 10 and a commission of 1; `name` makes its hashes its own. */
function chainOf(name: string, length: number) {
  const asked: number[] = [];
  const linkOf = (seq: number) => ({ seq, hash: `${name} ${seq}` });
  return {
    asked,
    head: length === 0 ? undefined : linkOf(length),
    async link(seq: number) {
      return seq <= length ? linkOf(seq) : undefined;
    },
    async vehicleRevenueAfter(seq: number) {
      asked.push(seq);
      return { rent: minor(10 * (length - seq)), commission: minor(length - seq) };
    },
  };
}

it('sums all transactions once, and then only those that are new', async () => {
  const sum = createSumVehicleRevenue();
  const first = chainOf('a', 5);
  expect(await sum(first, first.head)).toEqual({ rent: 50, commission: 5 });
  const later = chainOf('a', 7);
  expect(await sum(later, later.head)).toEqual({ rent: 70, commission: 7 });
  const same = chainOf('a', 7);
  expect(await sum(same, same.head)).toEqual({ rent: 70, commission: 7 });
  expect([first.asked, later.asked, same.asked]).toEqual([[0], [5], []]);
});

it.each([
  ['has other transactions', 'b', 9],
  ['is shorter', 'a', 3],
])('sums all transactions again when the chain %s', async (_, name, length) => {
  const sum = createSumVehicleRevenue();
  const before = chainOf('a', 5);
  await sum(before, before.head);
  const chain = chainOf(name, length);
  expect(await sum(chain, chain.head)).toEqual({ rent: 10 * length, commission: length });
  expect(chain.asked).toEqual([0]);
});

it('is nothing while the ledger is empty', async () => {
  const empty = chainOf('a', 0);
  expect(await createSumVehicleRevenue()(empty, empty.head)).toEqual({ rent: 0, commission: 0 });
  expect(empty.asked).toEqual([]);
});
