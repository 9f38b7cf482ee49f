// Situations of bookings that are offered, accepted or on the way, with all concurrent actions on them.
import {
  book,
  call,
  dispatching,
  follows,
  HOUR_MS,
  offer,
  place,
  type Situation,
  unpaid,
} from './situation.ts';

export const newBooking: Situation = {
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
  async make(context) {
    const { callers } = context;
    const id = await book(context, 'NEW');
    const other = await book(context, 'NEW', {}, 'other rider');
    await offer(context, id, 'one');
    await offer(context, id, 'two');
    await offer(context, other, 'one');
    const round = { booking: id, ranked: [callers.free.uid, callers.two.uid], wanted: 2 };
    const limits = { expiresAt: Date.now() + 2 * HOUR_MS, maxOpen: 3 };
    return {
      bookings: [id, other],
      actions: {
        'one accepts': call(context, 'one', 'acceptBooking', id, { location: place }),
        'two accepts': call(context, 'two', 'acceptBooking', id, { location: place }),
        'one declines': call(context, 'one', 'declineBooking', id, {}),
        'two declines': call(context, 'two', 'declineBooking', id, {}),
        'rider cancels': call(context, 'rider', 'cancelBooking', id, { reason: 'Proof' }),
        'dispatch cancels': dispatching(context, ({ booking }) => booking.api.cancelBySystem(id, 'Proof')),
        'admin asks another': call(context, 'admin', 'assignBooking', id, {
          driver: callers.free.uid,
          unlessOffered: true,
        }),
        'offers expire': dispatching(
          context,
          async ({ booking, withTx }) => {
            await withTx((tx) => booking.api.expireOffers(tx, id));
          },
          HOUR_MS + 1,
        ),
        'dispatch offers': dispatching(
          context,
          async ({ booking, withTx }) => {
            await withTx((tx) => booking.api.offerRounds(tx, [round], limits));
          },
          HOUR_MS + 1,
        ),
        'one accepts another': call(context, 'one', 'acceptBooking', other, { location: place }),
        'one goes off duty': call(context, 'one', 'setDuty', id, { driverActiveStatus: false }),
      },
    };
  },
};

export const onTheWay: Situation = {
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
  async make(context) {
    const { callers } = context;
    const id = await book(context, 'ACCEPTED');
    await offer(context, id, 'one', { outcome: 'accepted' });
    await offer(context, id, 'two', { outcome: 'lost' });
    const from = callers.one.uid;
    return {
      bookings: [id],
      actions: {
        'driver arrives': call(context, 'one', 'arriveBooking', id, { location: place }),
        'rider cancels': call(context, 'rider', 'cancelBooking', id, { reason: 'Proof' }),
        'driver cancels': call(context, 'one', 'cancelBooking', id, { reason: 'Proof' }),
        'admin takes it back': call(context, 'admin', 'reassignBooking', id, { from, to: null }),
        'admin gives it to another': call(context, 'admin', 'reassignBooking', id, {
          from,
          to: callers.two.uid,
        }),
        'the phone is silent': dispatching(context, ({ booking }) => booking.api.giveBackOfSilent(id, from)),
        'two accepts late': call(context, 'two', 'acceptBooking', id, { location: place }),
        'driver accepts again': call(context, 'one', 'acceptBooking', id, { location: place }),
        'driver goes off duty': call(context, 'one', 'setDuty', id, { driverActiveStatus: false }),
      },
    };
  },
};

export const followOnOffered: Situation = {
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
  async make(context) {
    const { callers } = context;
    const id = await book(context, 'STARTED', unpaid);
    const next = await book(context, 'NEW', {}, 'other rider');
    await offer(context, next, 'one', follows(id));
    await offer(context, next, 'two');
    return {
      bookings: [id, next],
      actions: {
        'driver reaches': call(context, 'one', 'reachBooking', id, { location: place }),
        'driver accepts next': call(context, 'one', 'acceptBooking', next, { location: place }),
        'two accepts next': call(context, 'two', 'acceptBooking', next, { location: place }),
        'rider cancels next': call(context, 'other rider', 'cancelBooking', next, { reason: 'Proof' }),
        'dispatch cancels next': dispatching(context, ({ booking }) =>
          booking.api.cancelBySystem(next, 'Proof'),
        ),
        'driver declines next': call(context, 'one', 'declineBooking', next, {}),
        'offers of next expire': dispatching(
          context,
          async ({ booking, withTx }) => {
            await withTx((tx) => booking.api.expireOffers(tx, next));
          },
          HOUR_MS + 1,
        ),
        'the driver stops after it': dispatching(context, async ({ booking }) => {
          await booking.api.giveBackOf(callers.one.uid);
        }),
      },
    };
  },
};
