// Calls on bookings that take effect: each step from its preceding status.
import { randomUUID } from 'node:crypto';
import type { RouteName } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import type { Usertype } from '@kerb/domain/identity';
import { insertRow, type Row } from '../../../apps/server/src/testing/insert-row.ts';
import { insertBooking } from '../../lib/insert-booking.ts';
import { addRider, FAR, onDuty, place } from '../people.ts';
import type { Case, CaseContext, Prepare } from '../prepared-call.ts';

interface Trip {
  readonly status: BookingStatus;
  readonly by: Extract<Usertype, 'rider' | 'driver' | 'admin'>;
  readonly body?: object;
  readonly more?: Row;
  readonly others?: readonly object[];
}

/** A booking in this status, with its rider, its driver or an admin as the caller. */
const onTrip =
  ({ status, by, body, more = {}, others }: Trip): Prepare =>
  async ({ environment, pool }) => {
    const rider = await environment.person('rider');
    const driver = await environment.person('driver');
    const { carType } = environment;
    const id = await insertBooking(pool, { status, carType, customer: rider.uid, driver: driver.uid, more });
    const caller = { rider, driver, admin: await environment.person('admin') }[by];
    const params = { id };
    return {
      caller,
      input: { params, ...(body ? { body } : {}) },
      ...(others ? { others: others.map((other) => ({ params, body: other })) } : {}),
    };
  };

async function offered({ environment, pool }: CaseContext) {
  const driver = await onDuty({ environment, pool });
  const customer = await addRider({ environment });
  const { carType } = environment;
  const id = await insertBooking(pool, { status: 'NEW', carType, customer, driver: driver.uid });
  await insertRow(pool, 'booking_requests', {
    booking: id,
    driver: driver.uid,
    requested_at: Date.now(),
    expires_at: FAR,
  });
  return { driver, id };
}

const onOffer =
  (body: object): Prepare =>
  async (context) => {
    const { driver, id } = await offered(context);
    return { caller: driver, input: { params: { id }, body } };
  };

const booked: Prepare = async ({ environment, pool }) => {
  const caller = await environment.person('rider');
  const estimate = await environment.own('quote', caller);
  const drop = { ...place, lat: -34.91 };
  const tripdate = Date.now() + 24 * 60 * 60 * 1000;
  await pool.query('update quotes set drop_point = $2, departs_at = $3 where id = $1', [
    estimate,
    JSON.stringify(drop),
    tripdate,
  ]);
  const body = {
    pickup: place,
    drop,
    carType: environment.carType,
    estimate,
    bookLater: true,
    tripdate,
    paymentPacket: { payment_mode: 'cash' },
  };
  return { caller, input: { body }, others: [{ body: { ...body, tripdate: tripdate + 60_000 } }] };
};

const followOn: Prepare = async ({ environment, pool }) => {
  const { carType } = environment;
  const caller = await environment.person('driver');
  const first = await addRider({ environment });
  const second = await addRider({ environment });
  const trip = { carType, driver: caller.uid };
  const follows = await insertBooking(pool, { ...trip, status: 'STARTED', customer: first });
  const times = { follows, pickup_promised_at: FAR, pickup_expected_at: FAR };
  const id = await insertBooking(pool, { ...trip, status: 'ACCEPTED', customer: second, more: times });
  return { caller, input: { params: { id }, body: {} } };
};

const reassigned: Prepare = async ({ environment, pool }) => {
  const driver = await environment.person('driver');
  const customer = await addRider({ environment });
  const { carType } = environment;
  const id = await insertBooking(pool, { status: 'ACCEPTED', carType, customer, driver: driver.uid });
  await insertRow(pool, 'booking_requests', {
    booking: id,
    driver: driver.uid,
    requested_at: Date.now(),
    expires_at: FAR,
    outcome: 'accepted',
  });
  const body = { from: driver.uid, to: null };
  return { caller: await environment.person('admin'), input: { params: { id }, body } };
};

const assigned: Prepare = async ({ environment, pool, send }) => {
  const driver = await onDuty({ environment, pool });
  const customer = await addRider({ environment });
  const { carType } = environment;
  const id = await insertBooking(pool, { status: 'NEW', carType, customer, driver: driver.uid });
  const caller = await environment.person('admin');
  // Admins assign drivers only while automatic dispatch is off.
  await send('editSettings', { body: { autoDispatch: false } }, caller);
  return { caller, input: { params: { id }, body: { driver: driver.uid } } };
};

const location = { lat: place.lat, lng: place.lng };
const delivery = { appcat: 'delivery' };

export const bookingCases: Partial<Record<RouteName, Case>> = {
  createBooking: { prepare: booked },
  acceptBooking: { prepare: onOffer({ location }) },
  declineBooking: { prepare: onOffer({}) },
  giveBackBooking: { prepare: followOn },
  arriveBooking: { prepare: onTrip({ status: 'ACCEPTED', by: 'driver', body: { location } }) },
  startBooking: { prepare: onTrip({ status: 'ARRIVED', by: 'driver', body: { location } }) },
  reachBooking: {
    prepare: onTrip({ status: 'STARTED', by: 'driver', body: { location }, more: delivery }),
  },
  collectBooking: {
    prepare: onTrip({ status: 'REACHED', by: 'driver', body: {}, more: { cash_payment_amount: 0 } }),
  },
  payBooking: {
    prepare: onTrip({
      status: 'PENDING',
      by: 'rider',
      body: { payment_mode: 'cash' },
      more: { payment_mode: 'card' },
      others: [{ payment_mode: 'wallet' }],
    }),
  },
  chargeBooking: {
    prepare: onTrip({ status: 'PENDING', by: 'admin', body: {}, more: { payment_mode: 'card' } }),
  },
  rateBooking: { prepare: onTrip({ status: 'PAID', by: 'rider', body: { rating: 5 } }) },
  rateRider: { prepare: onTrip({ status: 'PAID', by: 'driver', body: { rating: 5 } }) },
  cancelBooking: { prepare: onTrip({ status: 'ACCEPTED', by: 'rider', body: { reason: 'Proof' } }) },
  assignBooking: { prepare: assigned },
  reassignBooking: { prepare: reassigned },
  setPickupImage: { prepare: onTrip({ status: 'ARRIVED', by: 'driver', more: delivery }) },
  setDeliverImage: { prepare: onTrip({ status: 'STARTED', by: 'driver', more: delivery }) },
  exportSelectedBookings: {
    prepare: async (context) => {
      const { driver } = await offered(context);
      const admin = await context.environment.person('admin');
      const id = await insertBooking(context.pool, {
        status: 'PAID',
        carType: context.environment.carType,
        customer: await addRider(context),
        driver: driver.uid,
      });
      return { caller: admin, input: { body: { ids: [id] } }, others: [{ body: { ids: [randomUUID()] } }] };
    },
    readsOnly: 'an export',
    streams: 'an export is streamed, and read again',
  },
  readMessages: {
    prepare: async (context) => {
      const prepared = await onTrip({ status: 'ACCEPTED', by: 'driver', body: { message: 'Proof' } })(
        context,
      );
      await context.send('sendMessage', prepared.input, prepared.caller);
      const { rows } = await context.pool.query('select customer from bookings where id = $1', [
        prepared.input.params?.id,
      ]);
      const caller = await context.environment.signedIn('rider', rows[0]?.customer);
      return { caller, input: { ...prepared.input, body: {} } };
    },
  },
  unshareBooking: {
    prepare: async (context) => {
      const prepared = await onTrip({ status: 'ACCEPTED', by: 'rider', body: {} })(context);
      await context.send('shareBooking', prepared.input, prepared.caller);
      return { caller: prepared.caller, input: { params: prepared.input.params ?? {} } };
    },
  },
  postLocations: {
    prepare: async (context) => {
      const prepared = await onTrip({ status: 'STARTED', by: 'driver' })(context);
      const positions = [60, 50, 40].map((ago, index) => ({
        ...location,
        lat: location.lat + index / 20_000,
        at: Date.now() - ago * 1000,
      }));
      return { caller: prepared.caller, input: { body: { booking: prepared.input.params?.id, positions } } };
    },
  },
};
