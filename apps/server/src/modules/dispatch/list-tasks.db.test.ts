// Tests a driver's tasks: the presented booking, with the route to the pickup.
import { fakeClock, testId } from '@kerb/testing';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { createListTasks } from './list-tasks.ts';
import { createDispatchFakes } from './testing/fake-bookings.ts';
import { createSearchOnce } from './testing/search-once.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

test('a task has its deadline and the route to its pickup', async () => {
  const clock = fakeClock();
  const fakes = createDispatchFakes(database, clock);
  fakes.state.booking = fakes.aBooking();
  const driver = fakes.driverAround(2);
  await createSearchOnce(fakes.deps)(fakes.state.booking.id);
  const originalMatrix = fakes.deps.maps.matrix;
  const tasks = await createListTasks({
    ...fakes.deps,
    // The route leads from the driver to the pickup, not the other way round.
    maps: { matrix: async (starts, dests) => (dests.length === 1 ? originalMatrix(starts, dests) : []) },
  })(driver);
  expect(tasks).toHaveLength(1);
  expect(tasks[0]).toMatchObject({
    booking: fakes.state.booking.id,
    expiresAt: clock.now() + 30_000,
    pickup_distance: 2,
    pickup_time: 200,
  });
  expect(await createListTasks(fakes.deps)(testId(1))).toEqual([]);
});

test('without a driver position the route is unknown', async () => {
  const fakes = createDispatchFakes(database, fakeClock());
  await fakes.clear();
  fakes.state.booking = fakes.aBooking({ id: testId(9001) });
  const driver = fakes.driverAround(1);
  await createSearchOnce(fakes.deps)(testId(9001));
  const [task] = await createListTasks({
    ...fakes.deps,
    fleet: {
      ...fakes.deps.fleet,
      positions: { ...fakes.deps.fleet.positions, of: async () => null },
    },
  })(driver);
  expect(task).toMatchObject({ pickup_distance: null, pickup_time: null });
});

test('a driver with expired documents sees no tasks', async () => {
  const fakes = createDispatchFakes(database, fakeClock());
  await fakes.clear();
  fakes.state.booking = fakes.aBooking({ id: testId(9002) });
  const driver = fakes.driverAround(1);
  await createSearchOnce(fakes.deps)(testId(9002));
  const tasks = (documentsExpired: boolean) =>
    createListTasks({
      ...fakes.deps,
      fleet: { ...fakes.deps.fleet, documentsExpired: async () => documentsExpired },
    })(driver);
  expect(await tasks(false)).toHaveLength(1);
  expect(await tasks(true)).toEqual([]);
});
