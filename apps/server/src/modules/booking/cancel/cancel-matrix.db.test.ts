// Tests which role may cancel a booking in which status, and all effects of a cancellation (specification §4).
import type { BookingView } from '@kerb/contract';
import { routes } from '@kerb/contract';
import { type BookingStatus, bookingStatus, INCOMPLETE_BOOKING_REASON } from '@kerb/domain/booking';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { type BookingEnvironment, createBookingEnvironment } from '../testing/booking-environment.ts';

let environment: BookingEnvironment;
let admin: Actor;
let stranger: Actor;
let fleetadmin: Actor;
beforeAll(async () => {
  environment = await createBookingEnvironment();
  admin = await environment.addAdmin();
  stranger = await environment.addRider();
  fleetadmin = await environment.addFleetAdmin();
});
afterAll(() => environment.close());

const REASON = 'The wait is too long';
const roles = ['rider', 'driver', 'admin', 'stranger', 'fleetadmin'] as const;
type Role = (typeof roles)[number];
type Outcome = 'CANCELLED' | 'not_found' | 'forbidden' | 'transition_not_allowed' | 'demo_mode';

const statuses = bookingStatus.options;

async function unpaidDelivery() {
  const rider = await environment.addRider();
  const driver = await environment.addDriver();
  environment.set({ appcat: 'delivery' });
  const instructionData = { deliveryPerson: 'Leo', deliveryPersonPhone: '099 123 456' };
  const id = await environment.book(rider, { instructionData });
  environment.set({ appcat: 'taxi' });
  return { id, rider, driver };
}

/** Makes a booking in the status, with its rider and the driver who has an offer or is assigned. */
async function bookingIn(status: BookingStatus) {
  switch (status) {
    case 'PAYMENT_PENDING':
      return unpaidDelivery();
    case 'PENDING':
      return environment.trip('REACHED', { paymentPacket: { payment_mode: 'card' } });
    case 'COMPLETE': {
      const trip = await environment.trip('PAID');
      await environment.call(trip.rider, routes.rateBooking, trip.id, { rating: null });
      return trip;
    }
    case 'CANCELLED': {
      const trip = await environment.trip('NEW');
      await cancel(trip.rider, trip.id);
      return trip;
    }
    case 'NEW':
    case 'ACCEPTED':
    case 'ARRIVED':
    case 'STARTED':
    case 'REACHED':
    case 'PAID':
      return environment.trip(status);
  }
}

const cancel = (actor: Actor | null, id: string, reason = REASON) =>
  environment.call<BookingView>(actor, routes.cancelBooking, id, { reason });

const actorOf = (role: Role, booking: { rider: Actor; driver: Actor }): Actor =>
  ({ ...booking, admin, stranger, fleetadmin })[role];

/** Events of the booking in the order in which they were written, as "name topic". */
async function eventsOf(id: string): Promise<string[]> {
  const { rows } = await environment.database.pool.query<{
    name: string;
    topics: string[];
    data: { from?: string };
  }>("select name, topics, data from outbox_events where data ->> 'booking_id' = $1 order by id", [id]);
  return rows.map(({ name, topics, data }) => [name, data.from, ...topics].filter(Boolean).join(' '));
}

type Row = Record<Role, readonly [on: Outcome, off: Outcome]>;

function over(driver: 'driver' | 'none'): Row {
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

/** Expected results by role, with AllowCriticalEditsAdmin on and off; fleet admins have no such route. */
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
    // A driver with an offer is not the booking's driver yet: they decline.
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
    admin: ['CANCELLED', 'demo_mode'],
    stranger: ['not_found', 'not_found'],
    fleetadmin: ['forbidden', 'forbidden'],
  },
  STARTED: over('driver'),
  REACHED: over('driver'),
  PENDING: over('driver'),
  PAID: over('driver'),
  COMPLETE: over('driver'),
  CANCELLED: over('none'),
};

describe.each(statuses)('a booking that is %s', (status) => {
  it.each(roles)('cancelled by the %s', async (role) => {
    for (const [index, isOn] of [true, false].entries()) {
      const booking = await bookingIn(status);
      const before = await environment.record(booking.id);
      expect(before.status).toBe(status);
      environment.set({ AllowCriticalEditsAdmin: isOn });
      const answer = await cancel(actorOf(role, booking), booking.id);
      environment.set({ AllowCriticalEditsAdmin: true });
      const outcome = answer.code ?? answer.body.status;
      expect([isOn ? 'on' : 'off', outcome]).toEqual([isOn ? 'on' : 'off', matrix[status][role][index]]);
      const after = await environment.record(booking.id);
      if (outcome !== 'CANCELLED') expect(after).toEqual(before);
      else
        expect(after).toMatchObject({
          status: 'CANCELLED',
          cancelled_by: role,
          cancelled_at: environment.now(),
          reason: status === 'PAYMENT_PENDING' ? INCOMPLETE_BOOKING_REASON : REASON,
        });
    }
  });
});

describe('effects of a cancellation', () => {
  it.each(['ACCEPTED', 'ARRIVED'] as const)(
    '%s: frees the driver and notifies both parties',
    async (from) => {
      for (const by of ['rider', 'driver'] as const) {
        const { id, rider, driver } = await environment.trip(from);
        expect(await environment.queueOf(driver.uid)).toBe(true);
        await cancel(by === 'rider' ? rider : driver, id);
        expect(await environment.queueOf(driver.uid)).toBe(false);
        const published = (await eventsOf(id))
          .filter((event) => event.startsWith(`booking.changed ${from} `))
          .at(-1);
        expect(published).toContain(`bookings:customer:${rider.uid}`);
        expect(published).toContain(`bookings:driver:${driver.uid}`);
      }
    },
  );

  it('NEW: closes all offers and notifies their drivers that the task was withdrawn', async () => {
    const { id, rider, driver } = await environment.trip('NEW');
    const second = await environment.addDriver();
    await environment.ask(id, [second]);
    await cancel(rider, id);
    expect(await environment.booking.openOffers(id)).toEqual([]);
    for (const { uid } of [driver, second]) {
      expect(await environment.booking.tasksOf(uid)).toEqual([]);
      expect((await eventsOf(id)).join('\n')).toMatch(new RegExp(`task.withdrawn .*tasks:${uid}`));
    }
    expect((await environment.call(driver, routes.acceptBooking, id)).code).toBe('transition_not_allowed');
  });

  it('the dispatch job of a later booking is removed', async () => {
    const rider = await environment.addRider();
    const id = await environment.book(rider, { bookLater: true, tripdate: environment.now() + 3_600_000 });
    const jobs = () =>
      environment.database.pool.query('select 1 from graphile_worker.jobs where key = $1', [
        `booking.due:${id}`,
      ]);
    expect((await jobs()).rowCount).toBe(1);
    await cancel(rider, id);
    expect((await jobs()).rowCount).toBe(0);
  });

  it('requires a reason of at most 300 characters', async () => {
    const { id, rider } = await environment.trip('NEW');
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
      const { id, rider, driver } = await environment.trip(status);
      environment.pass(waited);
      expect((await cancel(rider, id)).body.cancellationFee).toBe(fee / 100);
      expect((await environment.record(id)).cancellation_fee).toBe(fee);
      // The wallet has no balance: the rider owes the fee.
      expect(await environment.wallet.balanceOf(rider.uid)).toBe(0 - fee);
      expect(await environment.wallet.balanceOf(driver.uid)).toBe(fee);
    }
  });

  it.each([
    ['ACCEPTED', 'driver'],
    ['ACCEPTED', 'admin'],
    ['ARRIVED', 'driver'],
    ['ARRIVED', 'admin'],
    ['NEW', 'rider'],
    ['NEW', 'admin'],
    ['PAYMENT_PENDING', 'rider'],
  ] as const)('is zero for %s cancelled by the %s, however late', async (status, role) => {
    const booking = await bookingIn(status);
    environment.pass(minutes(60));
    expect((await cancel(actorOf(role, booking), booking.id)).body.cancellationFee).toBe(0);
    expect(await environment.wallet.balanceOf(booking.rider.uid)).toBe(0);
    expect(await environment.wallet.balanceOf(booking.driver.uid)).toBe(0);
  });

  // The search for a later booking begins 45 minutes before its time.
  it.each([
    ['three days before its time', minutes(24 * 60), 0],
    ['at the start of its search', minutes(4 * 24 * 60 - 45), 0],
    ['with the first slab after it', minutes(4 * 24 * 60 - 45 + 2), 60_00],
    ['at its time', minutes(4 * 24 * 60), 100_00],
  ])('of a later booking accepted four days ahead, %s (after %d ms), is %d', async (_, waited, fee) => {
    const beginsIn = minutes(4 * 24 * 60 - 45);
    const tripdate = environment.now() + minutes(4 * 24 * 60);
    const { id, rider } = await environment.trip('ACCEPTED', { bookLater: true, tripdate });
    const seen = await environment.call<BookingView>(rider, routes.getBooking, id);
    expect(seen.body.cancelFeeFrom).toBeNull();
    environment.pass(Math.min(waited, beginsIn));
    if (waited >= beginsIn) expect(await environment.booking.beginAhead(id)).toBe('begun');
    environment.pass(Math.max(0, waited - beginsIn));
    expect((await cancel(rider, id)).body.cancellationFee).toBe(fee / 100);
  });

  it('of a later booking accepted ahead is zero while its driver has not set out', async () => {
    const tripdate = environment.now() + minutes(60);
    const { id, rider } = await environment.trip('ACCEPTED', { bookLater: true, tripdate });
    environment.pass(minutes(50));
    expect((await cancel(rider, id)).body.cancellationFee).toBe(0);
  });

  it('of a later booking accepted during its search counts from the acceptance', async () => {
    const rider = await environment.addRider();
    const driver = await environment.addDriver();
    const tripdate = environment.now() + minutes(40);
    const id = await environment.book(rider, { bookLater: true, tripdate });
    environment.pass(minutes(20));
    await environment.ask(id, [driver]);
    await environment.call(driver, routes.acceptBooking, id);
    environment.pass(minutes(2));
    expect((await cancel(rider, id)).body.cancellationFee).toBe(60);
  });

  it('is charged only up to the amount that the rider accepts', async () => {
    const attempt = (rider: Actor, id: string, maxFee?: number) =>
      environment.call<BookingView>(rider, routes.cancelBooking, id, { reason: REASON, maxFee });
    for (const [maxFee, charged] of [
      [undefined, 60],
      [60, 60],
      [100, 60],
    ] as const) {
      const { id, rider } = await environment.trip('ACCEPTED');
      environment.pass(minutes(2));
      expect((await attempt(rider, id, maxFee)).body.cancellationFee).toBe(charged);
    }
    for (const maxFee of [0, 59.99]) {
      const { id, rider } = await environment.trip('ACCEPTED');
      environment.pass(minutes(2));
      const before = await environment.record(id);
      expect(await attempt(rider, id, maxFee)).toMatchObject({ status: 409, code: 'conflict' });
      expect(await environment.record(id)).toEqual(before);
      expect(await environment.wallet.balanceOf(rider.uid)).toBe(0);
      expect((await attempt(rider, id, 60)).body.cancellationFee).toBe(60);
    }
  });

  it.each([
    ['NEW', 'rider'],
    ['ACCEPTED', 'driver'],
    ['ACCEPTED', 'admin'],
  ] as const)('of zero is never above it: %s cancelled by the %s', async (status, role) => {
    const booking = await bookingIn(status);
    environment.pass(minutes(60));
    const body = { reason: REASON, maxFee: 0 };
    const answer = await environment.call<BookingView>(
      actorOf(role, booking),
      routes.cancelBooking,
      booking.id,
      body,
    );
    expect(answer.body.status).toBe('CANCELLED');
  });

  it('is charged once for concurrent cancellations', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    environment.pass(minutes(3));
    const answers = await Promise.all(Array.from({ length: 6 }, () => cancel(rider, id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await environment.wallet.balanceOf(rider.uid)).toBe(-60_00);
    expect(await environment.wallet.balanceOf(driver.uid)).toBe(60_00);
  });
});

describe('the last driver with an offer declines', () => {
  it('cancels the booking on behalf of the driver and notifies the rider', async () => {
    const { id, rider, driver } = await environment.trip('NEW');
    expect((await environment.call(driver, routes.declineBooking, id)).status).toBe(204);
    expect(await environment.record(id)).toMatchObject({
      status: 'CANCELLED',
      cancelled_by: 'driver',
      cancelled_at: environment.now(),
      cancellation_fee: 0,
      driver: null,
    });
    const published = (await eventsOf(id)).at(-1);
    expect(published).toContain(`booking.changed NEW booking:${id} bookings:customer:${rider.uid}`);
  });

  it('refunds the prepayment and removes the dispatch job of a later trip', async () => {
    const { id, rider, driver } = await unpaidDelivery();
    await environment.credit(rider.uid, 900_00);
    await environment.call(rider, routes.payBooking, id, { payment_mode: 'wallet' });
    expect(await environment.wallet.balanceOf(rider.uid)).toBeLessThan(900_00);
    await environment.ask(id, [driver]);
    await environment.call(driver, routes.declineBooking, id);
    expect((await environment.record(id)).status).toBe('CANCELLED');
    expect(await environment.wallet.balanceOf(rider.uid)).toBe(900_00);
  });
});
