// Who may cancel a booking in which status, and everything that a cancellation brings about (specification §4).
import type { BookingView } from '@kerb/contract';
import { routes } from '@kerb/contract';
import { type BookingStatus, INCOMPLETE_BOOKING_REASON } from '@kerb/domain/booking';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { type BookingWorld, createBookingWorld } from '../testing/booking-world.ts';

let world: BookingWorld;
let admin: Actor;
let stranger: Actor;
let fleetadmin: Actor;
beforeAll(async () => {
  world = await createBookingWorld();
  admin = await world.addAdmin();
  stranger = await world.addRider();
  fleetadmin = await world.addFleetAdmin();
});
afterAll(() => world.close());

const REASON = 'The wait is too long';
const roles = ['rider', 'driver', 'admin', 'stranger', 'fleetadmin'] as const;
type Role = (typeof roles)[number];
type Outcome = 'CANCELLED' | 'not_found' | 'forbidden' | 'transition_not_allowed' | 'demo_mode';

const statuses = [
  ...(['PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED'] as const),
  ...(['STARTED', 'REACHED', 'PENDING', 'PAID', 'COMPLETE', 'CANCELLED'] as const),
] satisfies readonly BookingStatus[];

async function unpaidDelivery() {
  const [rider, driver] = [await world.addRider(), await world.addDriver()];
  world.set({ appcat: 'delivery' });
  const instructionData = { deliveryPerson: 'Leo', deliveryPersonPhone: '099 123 456' };
  const id = await world.book(rider, { instructionData });
  world.set({ appcat: 'taxi' });
  return { id, rider, driver };
}

/** A booking in the status, with its rider and the driver who is asked or has it. */
async function bookingIn(status: BookingStatus) {
  switch (status) {
    case 'PAYMENT_PENDING':
      return unpaidDelivery();
    case 'PENDING':
      return world.trip('REACHED', { paymentPacket: { payment_mode: 'card' } });
    case 'COMPLETE': {
      const trip = await world.trip('PAID');
      await world.call(trip.rider, routes.rateBooking, trip.id, { rating: null });
      return trip;
    }
    case 'CANCELLED': {
      const trip = await world.trip('NEW');
      await cancel(trip.rider, trip.id);
      return trip;
    }
    case 'NEW':
    case 'ACCEPTED':
    case 'ARRIVED':
    case 'STARTED':
    case 'REACHED':
    case 'PAID':
      return world.trip(status);
  }
}

const cancel = (actor: Actor | null, id: string, reason = REASON) =>
  world.call<BookingView>(actor, routes.cancelBooking, id, { reason });

const actorOf = (role: Role, booking: { rider: Actor; driver: Actor }): Actor =>
  ({ ...booking, admin, stranger, fleetadmin })[role];

/** Events of the booking in the order in which they were written, as "name topic". */
async function eventsOf(id: string): Promise<string[]> {
  const { rows } = await world.database.pool.query<{
    name: string;
    topics: string[];
    data: { from?: string };
  }>("select name, topics, data from outbox where data ->> 'booking_id' = $1 order by id", [id]);
  return rows.map(({ name, topics, data }) => [name, data.from, ...topics].filter(Boolean).join(' '));
}

type Row = Record<Role, readonly [on: Outcome, off: Outcome]>;

function over(driver: 'driver' | 'nobody'): Row {
  const gone = ['not_found', 'not_found'] as const;
  const tooLate = ['transition_not_allowed', 'demo_mode'] as const;
  return {
    rider: tooLate,
    driver: driver === 'driver' ? ['transition_not_allowed', 'transition_not_allowed'] : gone,
    admin: tooLate,
    stranger: gone,
    fleetadmin: ['forbidden', 'forbidden'],
  };
}

/** By role, with AllowCriticalEditsAdmin on and off; a fleet admin has no such route. */
const matrix: Record<(typeof statuses)[number], Row> = {
  PAYMENT_PENDING: {
    rider: ['CANCELLED', 'demo_mode'],
    driver: ['not_found', 'not_found'],
    admin: ['CANCELLED', 'demo_mode'],
    stranger: ['not_found', 'not_found'],
    fleetadmin: ['forbidden', 'forbidden'],
  },
  NEW: {
    rider: ['CANCELLED', 'demo_mode'],
    // Asked, and not yet the booking's driver: he declines.
    driver: ['not_found', 'not_found'],
    admin: ['CANCELLED', 'demo_mode'],
    stranger: ['not_found', 'not_found'],
    fleetadmin: ['forbidden', 'forbidden'],
  },
  ACCEPTED: {
    rider: ['CANCELLED', 'demo_mode'],
    driver: ['CANCELLED', 'CANCELLED'],
    admin: ['CANCELLED', 'demo_mode'],
    stranger: ['not_found', 'not_found'],
    fleetadmin: ['forbidden', 'forbidden'],
  },
  ARRIVED: {
    rider: ['CANCELLED', 'demo_mode'],
    driver: ['CANCELLED', 'CANCELLED'],
    // Only the trip screens allow it (no-show); the console does not.
    admin: ['forbidden', 'demo_mode'],
    stranger: ['not_found', 'not_found'],
    fleetadmin: ['forbidden', 'forbidden'],
  },
  STARTED: over('driver'),
  REACHED: over('driver'),
  PENDING: over('driver'),
  PAID: over('driver'),
  COMPLETE: over('driver'),
  CANCELLED: over('nobody'),
};

describe.each(statuses)('a booking that is %s', (status) => {
  it.each(roles)('cancelled by the %s', async (role) => {
    for (const [index, isOn] of [true, false].entries()) {
      const booking = await bookingIn(status);
      const before = await world.record(booking.id);
      expect(before.status).toBe(status);
      world.set({ AllowCriticalEditsAdmin: isOn });
      const answer = await cancel(actorOf(role, booking), booking.id);
      world.set({ AllowCriticalEditsAdmin: true });
      const outcome = answer.code ?? answer.body.status;
      expect([isOn ? 'on' : 'off', outcome]).toEqual([isOn ? 'on' : 'off', matrix[status][role][index]]);
      const after = await world.record(booking.id);
      if (outcome !== 'CANCELLED') expect(after).toEqual(before);
      else
        expect(after).toMatchObject({
          status: 'CANCELLED',
          cancelled_by: role,
          cancelled_at: world.now(),
          reason: status === 'PAYMENT_PENDING' ? INCOMPLETE_BOOKING_REASON : REASON,
        });
    }
  });
});

describe('what a cancellation brings about', () => {
  it.each(['ACCEPTED', 'ARRIVED'] as const)(
    '%s: the driver is free, and both sides are told',
    async (from) => {
      for (const by of ['rider', 'driver'] as const) {
        const { id, rider, driver } = await world.trip(from);
        expect(await world.queueOf(driver.uid)).toBe(true);
        await cancel(by === 'rider' ? rider : driver, id);
        expect(await world.queueOf(driver.uid)).toBe(false);
        const told = (await eventsOf(id))
          .filter((event) => event.startsWith(`booking.changed ${from} `))
          .at(-1);
        expect(told).toContain(`bookings:customer:${rider.uid}`);
        expect(told).toContain(`bookings:driver:${driver.uid}`);
      }
    },
  );

  it('NEW: nobody is asked any more, and whoever was hears that the task is gone', async () => {
    const { id, rider, driver } = await world.trip('NEW');
    const second = await world.addDriver();
    await world.ask(id, [second]);
    await cancel(rider, id);
    expect(await world.booking.openRequests(id)).toEqual([]);
    for (const { uid } of [driver, second]) {
      expect(await world.booking.tasksOf(uid)).toEqual([]);
      expect((await eventsOf(id)).join('\n')).toMatch(new RegExp(`task.withdrawn .*tasks:${uid}`));
    }
    expect((await world.call(driver, routes.acceptBooking, id)).code).toBe('transition_not_allowed');
  });

  it('a later booking does not wait for its time any more', async () => {
    const rider = await world.addRider();
    const id = await world.book(rider, { bookLater: true, tripdate: world.now() + 3_600_000 });
    const jobs = () =>
      world.database.pool.query('select 1 from graphile_worker.jobs where key = $1', [`booking.due:${id}`]);
    expect((await jobs()).rowCount).toBe(1);
    await cancel(rider, id);
    expect((await jobs()).rowCount).toBe(0);
  });

  it('needs a reason, of at most 300 letters', async () => {
    const { id, rider } = await world.trip('NEW');
    for (const reason of ['', '   ', 'x'.repeat(301)])
      expect((await cancel(rider, id, reason)).code).toBe('invalid_input');
    expect((await cancel(rider, id, `  ${REASON}  `)).body.reason).toBe(REASON);
  });
});

describe('the fee', () => {
  // The car type: 60.00 from the 2nd minute on, 100.00 from the 10th; counted from ACCEPTED.
  const minutes = (count: number) => count * 60_000;
  it.each([
    ['at once', 0, 0],
    ['a moment before the first slab', minutes(2) - 1, 0],
    ['with the first slab', minutes(2), 60_00],
    ['a moment before the second', minutes(10) - 1, 60_00],
    ['with the second', minutes(10), 100_00],
    ['hours later', minutes(600), 100_00],
  ])('%s (%d ms) is %d', async (_, waited, fee) => {
    for (const status of ['ACCEPTED', 'ARRIVED'] as const) {
      const { id, rider, driver } = await world.trip(status);
      world.pass(waited);
      expect((await cancel(rider, id)).body.cancellationFee).toBe(fee / 100);
      expect((await world.record(id)).cancellation_fee).toBe(fee);
      // Nobody topped up: the rider owes it.
      expect(await world.wallet.balanceOf(rider.uid)).toBe(0 - fee);
      expect(await world.wallet.balanceOf(driver.uid)).toBe(fee);
    }
  });

  it.each([
    ['ACCEPTED', 'driver'],
    ['ACCEPTED', 'admin'],
    ['ARRIVED', 'driver'],
    ['NEW', 'rider'],
    ['NEW', 'admin'],
    ['PAYMENT_PENDING', 'rider'],
  ] as const)('is none for %s cancelled by the %s, however late', async (status, role) => {
    const booking = await bookingIn(status);
    world.pass(minutes(60));
    expect((await cancel(actorOf(role, booking), booking.id)).body.cancellationFee).toBe(0);
    expect(await world.wallet.balanceOf(booking.rider.uid)).toBe(0);
    expect(await world.wallet.balanceOf(booking.driver.uid)).toBe(0);
  });

  it('is charged once, by however many cancels at once', async () => {
    const { id, rider, driver } = await world.trip('ACCEPTED');
    world.pass(minutes(3));
    const answers = await Promise.all(Array.from({ length: 6 }, () => cancel(rider, id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await world.wallet.balanceOf(rider.uid)).toBe(-60_00);
    expect(await world.wallet.balanceOf(driver.uid)).toBe(60_00);
  });
});

describe('the last driver asked declines', () => {
  it('cancels the booking in the name of the driver, and tells the rider', async () => {
    const { id, rider, driver } = await world.trip('NEW');
    expect((await world.call(driver, routes.declineBooking, id)).status).toBe(204);
    expect(await world.record(id)).toMatchObject({
      status: 'CANCELLED',
      cancelled_by: 'driver',
      cancelled_at: world.now(),
      cancellation_fee: 0,
      driver: null,
    });
    const told = (await eventsOf(id)).at(-1);
    expect(told).toContain(`booking.changed NEW booking:${id} bookings:customer:${rider.uid}`);
  });

  it('gives back what was paid before, and forgets the time of a later trip', async () => {
    const { id, rider, driver } = await unpaidDelivery();
    await world.credit(rider.uid, 900_00);
    await world.call(rider, routes.payBooking, id, { payment_mode: 'wallet' });
    expect(await world.wallet.balanceOf(rider.uid)).toBeLessThan(900_00);
    await world.ask(id, [driver]);
    await world.call(driver, routes.declineBooking, id);
    expect((await world.record(id)).status).toBe('CANCELLED');
    expect(await world.wallet.balanceOf(rider.uid)).toBe(900_00);
  });

  it('leaves it NEW where drivers are asked one after another: the next one has his turn', async () => {
    world.set({ dispatchPolicy: 'nearest' });
    const { id, driver } = await world.trip('NEW');
    await world.call(driver, routes.declineBooking, id);
    expect((await world.record(id)).status).toBe('NEW');
    world.set({ autoDispatch: false });
    const assigned = await world.addDriver();
    await world.ask(id, [assigned]);
    await world.call(assigned, routes.declineBooking, id);
    world.set({ dispatchPolicy: 'broadcast', autoDispatch: true });
    expect((await world.record(id)).status).toBe('CANCELLED');
  });
});
