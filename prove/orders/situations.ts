// Situations of trips that end and of payments, with all concurrent actions on them; and the list of all situations.
import { followOnOffered, newBooking, onTheWay } from './offer-situations.ts';
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

const followOnAccepted: Situation = {
  name: 'STARTED, with a next trip',
  actions: [
    'driver reaches',
    'driver gives next back',
    'dispatch takes next back',
    'the driver stops after it',
    'rider cancels next',
    'driver cancels next',
    'admin takes next back',
    'next is expected later',
  ],
  async make(context) {
    const { callers } = context;
    const id = await book(context, 'STARTED', unpaid);
    const next = await book(
      context,
      'NEW',
      {
        status: 'ACCEPTED',
        driver: callers.one.uid,
        driver_name: 'Eva',
        driver_accept_time: Date.now(),
        follows: id,
        pickup_promised_at: Date.now() + HOUR_MS,
        pickup_expected_at: Date.now() + HOUR_MS,
      },
      'other rider',
    );
    await offer(context, next, 'one', { outcome: 'accepted', ...follows(id) });
    return {
      bookings: [id, next],
      actions: {
        'driver reaches': call(context, 'one', 'reachBooking', id, { location: place }),
        'driver gives next back': call(context, 'one', 'giveBackBooking', next, {}),
        'dispatch takes next back': dispatching(context, ({ booking }) => booking.api.giveBack(next)),
        'the driver stops after it': dispatching(context, async ({ booking }) => {
          await booking.api.giveBackOf(callers.one.uid);
        }),
        'rider cancels next': call(context, 'other rider', 'cancelBooking', next, { reason: 'Proof' }),
        'driver cancels next': call(context, 'one', 'cancelBooking', next, { reason: 'Proof' }),
        'admin takes next back': call(context, 'admin', 'reassignBooking', next, {
          from: callers.one.uid,
          to: null,
        }),
        'next is expected later': dispatching(context, ({ booking }) =>
          booking.api.expectPickup(next, Date.now() + 2 * HOUR_MS),
        ),
      },
    };
  },
};

const reached: Situation = {
  name: 'REACHED in cash, with a next trip',
  actions: [
    'driver collects',
    'admin collects',
    'driver gives next back',
    'rider cancels next',
    'the driver stops after it',
    'driver arrives at next',
  ],
  async make(context) {
    const { callers } = context;
    const made = await followOnAccepted.make(context);
    const [id = '', next = ''] = made.bookings;
    await context.pool.query(
      `update bookings set status = 'REACHED', trip_end_time = trip_start_time + 1, total_trip_time = 1,
       payment_mode = 'cash', cash_payment_amount = 0 where id = $1`,
      [id],
    );
    return {
      bookings: [id, next],
      actions: {
        'driver collects': call(context, 'one', 'collectBooking', id, {}),
        'admin collects': call(context, 'admin', 'collectBooking', id, {}),
        'driver gives next back': call(context, 'one', 'giveBackBooking', next, {}),
        'rider cancels next': call(context, 'other rider', 'cancelBooking', next, { reason: 'Proof' }),
        'the driver stops after it': dispatching(context, async ({ booking }) => {
          await booking.api.giveBackOf(callers.one.uid);
        }),
        'driver arrives at next': call(context, 'one', 'arriveBooking', next, { location: place }),
      },
    };
  },
};

const pending: Situation = {
  hasMoney: true,
  name: 'PENDING, and a wallet that covers one of two trips',
  actions: [
    'rider pays from the wallet',
    'rider pays the other trip from the wallet',
    'rider pays in cash',
    'driver collects',
    'admin adds to the wallet',
  ],
  async make(context) {
    const { callers } = context;
    const id = await book(context, 'PENDING', unpaid);
    const other = await book(context, 'PENDING', unpaid);
    return {
      bookings: [id, other],
      actions: {
        'rider pays from the wallet': call(context, 'rider', 'payBooking', id, { payment_mode: 'wallet' }),
        'rider pays the other trip from the wallet': call(context, 'rider', 'payBooking', other, {
          payment_mode: 'wallet',
        }),
        'rider pays in cash': call(context, 'rider', 'payBooking', id, { payment_mode: 'cash' }),
        'driver collects': call(context, 'one', 'collectBooking', id, {}),
        'admin adds to the wallet': call(context, 'admin', 'addToWallet', callers.rider.uid, {
          amount: 1,
          source: 'cash',
          reason: 'Proof',
        }),
      },
    };
  },
};

const prepaid: Situation = {
  hasMoney: true,
  name: 'PAYMENT_PENDING, and a wallet that covers one of two parcels',
  actions: [
    'rider pays from the wallet',
    'rider pays the other from the wallet',
    'rider pays in cash',
    'rider cancels',
    'admin cancels',
    'admin adds to the wallet',
  ],
  async make(context) {
    const { callers } = context;
    const parcel = { ...unpaid, appcat: 'delivery' };
    const id = await book(context, 'PAYMENT_PENDING', parcel);
    const other = await book(context, 'PAYMENT_PENDING', parcel);
    return {
      bookings: [id, other],
      actions: {
        'rider pays from the wallet': call(context, 'rider', 'payBooking', id, { payment_mode: 'wallet' }),
        'rider pays the other from the wallet': call(context, 'rider', 'payBooking', other, {
          payment_mode: 'wallet',
        }),
        'rider pays in cash': call(context, 'rider', 'payBooking', id, { payment_mode: 'cash' }),
        'rider cancels': call(context, 'rider', 'cancelBooking', id, { reason: 'Proof' }),
        'admin cancels': call(context, 'admin', 'cancelBooking', id, { reason: 'Proof' }),
        'admin adds to the wallet': call(context, 'admin', 'addToWallet', callers.rider.uid, {
          amount: 1,
          source: 'cash',
          reason: 'Proof',
        }),
      },
    };
  },
};

export const situations: readonly Situation[] = [
  newBooking,
  onTheWay,
  followOnOffered,
  followOnAccepted,
  reached,
  pending,
  prepaid,
];
