// Trips that end and payments, with everything that may happen to them at the same moment; and the list of all scenes.
import { followOnOffered, newBooking, onTheWay } from './offer-scenes.ts';
import { book, call, dispatching, follows, HOUR_MS, offer, place, type Scene, unpaid } from './scene.ts';

const followOnAccepted: Scene = {
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
  async make(stage) {
    const { cast } = stage;
    const id = await book(stage, 'STARTED', unpaid);
    const next = await book(
      stage,
      'NEW',
      {
        status: 'ACCEPTED',
        driver: cast.one.uid,
        driver_name: 'Eva',
        driver_accept_time: Date.now(),
        follows: id,
        pickup_promised_at: Date.now() + HOUR_MS,
        pickup_expected_at: Date.now() + HOUR_MS,
      },
      'other rider',
    );
    await offer(stage, next, 'one', { outcome: 'accepted', ...follows(id) });
    return {
      bookings: [id, next],
      actions: {
        'driver reaches': call(stage, 'one', 'reachBooking', id, { location: place }),
        'driver gives next back': call(stage, 'one', 'giveBackBooking', next, {}),
        'dispatch takes next back': dispatching(stage, ({ booking }) => booking.api.giveBack(next)),
        'the driver stops after it': dispatching(stage, async ({ booking }) => {
          await booking.api.giveBackOf(cast.one.uid);
        }),
        'rider cancels next': call(stage, 'other rider', 'cancelBooking', next, { reason: 'Proof' }),
        'driver cancels next': call(stage, 'one', 'cancelBooking', next, { reason: 'Proof' }),
        'admin takes next back': call(stage, 'admin', 'reassignBooking', next, {
          from: cast.one.uid,
          to: null,
        }),
        'next is expected later': dispatching(stage, ({ booking }) =>
          booking.api.expectPickup(next, Date.now() + 2 * HOUR_MS),
        ),
      },
    };
  },
};

const reached: Scene = {
  name: 'REACHED in cash, with a next trip',
  actions: [
    'driver collects',
    'admin collects',
    'driver gives next back',
    'rider cancels next',
    'the driver stops after it',
    'driver arrives at next',
  ],
  async make(stage) {
    const { cast } = stage;
    const made = await followOnAccepted.make(stage);
    const [id = '', next = ''] = made.bookings;
    await stage.pool.query(
      `update bookings set status = 'REACHED', trip_end_time = trip_start_time + 1, total_trip_time = 1,
       payment_mode = 'cash', cash_payment_amount = 0 where id = $1`,
      [id],
    );
    return {
      bookings: [id, next],
      actions: {
        'driver collects': call(stage, 'one', 'collectBooking', id, {}),
        'admin collects': call(stage, 'admin', 'collectBooking', id, {}),
        'driver gives next back': call(stage, 'one', 'giveBackBooking', next, {}),
        'rider cancels next': call(stage, 'other rider', 'cancelBooking', next, { reason: 'Proof' }),
        'the driver stops after it': dispatching(stage, async ({ booking }) => {
          await booking.api.giveBackOf(cast.one.uid);
        }),
        'driver arrives at next': call(stage, 'one', 'arriveBooking', next, { location: place }),
      },
    };
  },
};

const pending: Scene = {
  hasMoney: true,
  name: 'PENDING, and a wallet that covers one of two trips',
  actions: [
    'rider pays from the wallet',
    'rider pays the other trip from the wallet',
    'rider pays in cash',
    'driver collects',
    'admin adds to the wallet',
  ],
  async make(stage) {
    const { cast } = stage;
    const id = await book(stage, 'PENDING', unpaid);
    const other = await book(stage, 'PENDING', unpaid);
    return {
      bookings: [id, other],
      actions: {
        'rider pays from the wallet': call(stage, 'rider', 'payBooking', id, { payment_mode: 'wallet' }),
        'rider pays the other trip from the wallet': call(stage, 'rider', 'payBooking', other, {
          payment_mode: 'wallet',
        }),
        'rider pays in cash': call(stage, 'rider', 'payBooking', id, { payment_mode: 'cash' }),
        'driver collects': call(stage, 'one', 'collectBooking', id, {}),
        'admin adds to the wallet': call(stage, 'admin', 'addToWallet', cast.rider.uid, {
          amount: 1,
          source: 'cash',
          reason: 'Proof',
        }),
      },
    };
  },
};

const prepaid: Scene = {
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
  async make(stage) {
    const { cast } = stage;
    const parcel = { ...unpaid, appcat: 'delivery' };
    const id = await book(stage, 'PAYMENT_PENDING', parcel);
    const other = await book(stage, 'PAYMENT_PENDING', parcel);
    return {
      bookings: [id, other],
      actions: {
        'rider pays from the wallet': call(stage, 'rider', 'payBooking', id, { payment_mode: 'wallet' }),
        'rider pays the other from the wallet': call(stage, 'rider', 'payBooking', other, {
          payment_mode: 'wallet',
        }),
        'rider pays in cash': call(stage, 'rider', 'payBooking', id, { payment_mode: 'cash' }),
        'rider cancels': call(stage, 'rider', 'cancelBooking', id, { reason: 'Proof' }),
        'admin cancels': call(stage, 'admin', 'cancelBooking', id, { reason: 'Proof' }),
        'admin adds to the wallet': call(stage, 'admin', 'addToWallet', cast.rider.uid, {
          amount: 1,
          source: 'cash',
          reason: 'Proof',
        }),
      },
    };
  },
};

export const scenes: readonly Scene[] = [
  newBooking,
  onTheWay,
  followOnOffered,
  followOnAccepted,
  reached,
  pending,
  prepaid,
];
