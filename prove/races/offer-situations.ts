// Bookings that are offered, accepted or on the way, with everything that may happen to them at the same moment.
import { book, call, dispatching, follows, HOUR_MS, offer, place, type Scene, unpaid } from './scene.ts';

export const newBooking: Scene = {
  name: 'NEW, offered to two drivers',
  actions: [
    'one accepts',
    'two accepts',
    'one declines',
    'two declines',
    'rider cancels',
    'dispatch cancels',
    'admin asks another',
    'offers expire',
    'dispatch offers',
    'one accepts another',
    'one goes off duty',
  ],
  async make(stage) {
    const { cast } = stage;
    const id = await book(stage, 'NEW');
    const other = await book(stage, 'NEW', {}, 'other rider');
    await offer(stage, id, 'one');
    await offer(stage, id, 'two');
    await offer(stage, other, 'one');
    const round = { booking: id, ranked: [cast.free.uid, cast.two.uid], wanted: 2 };
    const limits = { expiresAt: Date.now() + 2 * HOUR_MS, maxOpen: 3 };
    return {
      bookings: [id, other],
      actions: {
        'one accepts': call(stage, 'one', 'acceptBooking', id, { location: place }),
        'two accepts': call(stage, 'two', 'acceptBooking', id, { location: place }),
        'one declines': call(stage, 'one', 'declineBooking', id, {}),
        'two declines': call(stage, 'two', 'declineBooking', id, {}),
        'rider cancels': call(stage, 'rider', 'cancelBooking', id, { reason: 'Proof' }),
        'dispatch cancels': dispatching(stage, ({ booking }) => booking.api.cancelBySystem(id, 'Proof')),
        'admin asks another': call(stage, 'admin', 'assignBooking', id, {
          driver: cast.free.uid,
          unlessOffered: true,
        }),
        'offers expire': dispatching(
          stage,
          async ({ booking, withTx }) => {
            await withTx((tx) => booking.api.expireRequests(tx, id));
          },
          HOUR_MS + 1,
        ),
        'dispatch offers': dispatching(
          stage,
          async ({ booking, withTx }) => {
            await withTx((tx) => booking.api.offerRounds(tx, [round], limits));
          },
          HOUR_MS + 1,
        ),
        'one accepts another': call(stage, 'one', 'acceptBooking', other, { location: place }),
        'one goes off duty': call(stage, 'one', 'setDuty', id, { driverActiveStatus: false }),
      },
    };
  },
};

export const onTheWay: Scene = {
  name: 'ACCEPTED',
  actions: [
    'driver arrives',
    'rider cancels',
    'driver cancels',
    'admin takes it back',
    'admin gives it to another',
    'the phone is silent',
    'two accepts late',
    'driver accepts again',
    'driver goes off duty',
  ],
  async make(stage) {
    const { cast } = stage;
    const id = await book(stage, 'ACCEPTED');
    await offer(stage, id, 'one', { outcome: 'accepted' });
    await offer(stage, id, 'two', { outcome: 'lost' });
    const from = cast.one.uid;
    return {
      bookings: [id],
      actions: {
        'driver arrives': call(stage, 'one', 'arriveBooking', id, { location: place }),
        'rider cancels': call(stage, 'rider', 'cancelBooking', id, { reason: 'Proof' }),
        'driver cancels': call(stage, 'one', 'cancelBooking', id, { reason: 'Proof' }),
        'admin takes it back': call(stage, 'admin', 'reassignBooking', id, { from, to: null }),
        'admin gives it to another': call(stage, 'admin', 'reassignBooking', id, {
          from,
          to: cast.two.uid,
        }),
        'the phone is silent': dispatching(stage, ({ booking }) => booking.api.giveBackOfSilent(id, from)),
        'two accepts late': call(stage, 'two', 'acceptBooking', id, { location: place }),
        'driver accepts again': call(stage, 'one', 'acceptBooking', id, { location: place }),
        'driver goes off duty': call(stage, 'one', 'setDuty', id, { driverActiveStatus: false }),
      },
    };
  },
};

export const followOnOffered: Scene = {
  name: 'STARTED, with an offer of the next trip',
  actions: [
    'driver reaches',
    'driver accepts next',
    'two accepts next',
    'rider cancels next',
    'dispatch cancels next',
    'driver declines next',
    'offers of next expire',
    'the driver stops after it',
  ],
  async make(stage) {
    const { cast } = stage;
    const id = await book(stage, 'STARTED', unpaid);
    const next = await book(stage, 'NEW', {}, 'other rider');
    await offer(stage, next, 'one', follows(id));
    await offer(stage, next, 'two');
    return {
      bookings: [id, next],
      actions: {
        'driver reaches': call(stage, 'one', 'reachBooking', id, { location: place }),
        'driver accepts next': call(stage, 'one', 'acceptBooking', next, { location: place }),
        'two accepts next': call(stage, 'two', 'acceptBooking', next, { location: place }),
        'rider cancels next': call(stage, 'other rider', 'cancelBooking', next, { reason: 'Proof' }),
        'dispatch cancels next': dispatching(stage, ({ booking }) =>
          booking.api.cancelBySystem(next, 'Proof'),
        ),
        'driver declines next': call(stage, 'one', 'declineBooking', next, {}),
        'offers of next expire': dispatching(
          stage,
          async ({ booking, withTx }) => {
            await withTx((tx) => booking.api.expireRequests(tx, next));
          },
          HOUR_MS + 1,
        ),
        'the driver stops after it': dispatching(stage, async ({ booking }) => {
          await booking.api.giveBackOf(cast.one.uid);
        }),
      },
    };
  },
};
