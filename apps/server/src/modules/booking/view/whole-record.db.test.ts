// Tests every field of the booking record of specification §3: the fields that each status adds, and who may see them.
import { type BookingView, bookingSummary, routes } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PARQUE,
  PLAZA,
} from '../testing/booking-environment.ts';
import { aDelivery } from '../testing/deliveries.ts';

const asAtFirst = settings.parse({});
let environment: BookingEnvironment;
beforeAll(async () => {
  environment = await createBookingEnvironment();
});
afterEach(() => environment.set(asAtFirst));
afterAll(() => environment.close());

type Someone = Parameters<BookingEnvironment['call']>[0];
const get = async (actor: Someone, id: string) =>
  (await environment.call<BookingView>(actor, routes.getBooking, id)).body;

const setToken = (uid: string, token: string) =>
  environment.database.pool.query('update users set push_token = $2 where uid = $1', [uid, token]);

/** Every field of the specification's list, with its initial value. */
const untouched = {
  distance: null,
  customer_paid: 0,
  discount: 0,
  discount_amount: 0,
  driver: null,
  driver_name: null,
  driver_image: null,
  driver_contact: null,
  driver_token: null,
  vehicle_number: null,
  driverRating: null,
  fleetadmin: null,
  requestedDrivers: {},
  driver_arrive_time: null,
  trip_start_time: null,
  startTime: null,
  trip_end_time: null,
  endTime: null,
  total_trip_time: null,
  reason: null,
  cancelledBy: null,
  cancellationFee: 0,
  cashPaymentAmount: 0,
  cardPaymentAmount: 0,
  usedWalletMoney: 0,
  gateway: null,
  prepaid: false,
  promo_applied: false,
  promo_details: null,
  rating: null,
  pickup_image: null,
  deliver_image: null,
  deliveryPerson: null,
  deliveryPersonPhone: null,
  pickUpInstructions: null,
  deliveryInstructions: null,
  parcelTypeSelected: null,
  optionSelected: null,
  paid_at: null,
  completed_at: null,
  cancelled_at: null,
  followOn: null,
  cancelFeeFrom: null,
};

/** The fields whose values differ between two records. */
function changedFields(before: BookingView, after: BookingView): string[] {
  const earlier = new Map<string, unknown>(Object.entries(before));
  const isSame = (name: string, value: unknown) =>
    JSON.stringify(earlier.get(name)) === JSON.stringify(value);
  return Object.entries(after)
    .filter(([name, value]) => name !== 'actions' && !isSame(name, value))
    .map(([name]) => name)
    .sort();
}

describe('a booking', () => {
  it('is filled field by field from its creation until it is COMPLETE', async () => {
    environment.set({ otp_secure: true });
    const admin = await environment.addAdmin();
    const rider = await environment.addRider();
    const leader = await environment.addFleetAdmin();
    const driver = await environment.addDriver(leader.uid);
    await setToken(rider.uid, 'token of the rider');
    await setToken(driver.uid, 'token of the driver');
    const estimate = await environment.estimate(rider, { instructionData: { optionIndex: 0 } });
    const id = await environment.book(rider, { estimate, instructionData: { optionIndex: 0 } });
    const made = await get(admin, id);
    const { trip_cost, convenience_fees, driver_share } = made;
    expect(made).toMatchObject({
      ...untouched,
      id,
      status: 'NEW',
      appcat: 'taxi',
      bookLater: false,
      booking_type_admin: false,
      tripdate: environment.now(),
      bookingDate: environment.now(),
      carType: environment.carType.id,
      carImage: environment.carType.image,
      customer: rider.uid,
      customer_token: 'token of the rider',
      customer_image: null,
      customer_name: expect.stringMatching(/^Ana Number \d+$/),
      customer_email: expect.stringContaining('@kerb.example'),
      customer_contact: expect.stringMatching(/^\+598/),
      pickup: PLAZA,
      drop: PARQUE,
      pickupAddress: PLAZA.add,
      dropAddress: PARQUE.add,
      waypoints: [],
      coords: [PLAZA, PARQUE].map(({ lat, lng }) => ({ latitude: lat, longitude: lng })),
      estimateDistance: expect.any(Number),
      estimateTime: expect.any(Number),
      estimate: trip_cost,
      trip_cost: Math.round((driver_share + convenience_fees) * 100) / 100,
      payment_mode: 'cash',
      payableAmount: trip_cost,
      otp: null,
      optionSelected: { description: 'Child seat', amount: 80 },
      paymentPacket: {
        appcat: 'taxi',
        payment_mode: 'cash',
        customer_paid: 0,
        discount_amount: 0,
        usedWalletMoney: 0,
        cardPaymentAmount: 0,
        cashPaymentAmount: 0,
        payableAmount: trip_cost,
        promo_applied: false,
        promo_details: null,
      },
    });
    const { otp } = await get(rider, id);
    expect(String(otp)).toMatch(/^[1-9]\d{4}$/);

    let last = made;
    async function step(fields: Partial<BookingView>, names: readonly string[] = Object.keys(fields)) {
      const next = await get(admin, id);
      expect(next).toMatchObject(fields);
      expect(changedFields(last, next)).toEqual([...names].sort());
      last = next;
    }

    await environment.ask(id, [driver]);
    await step({ requestedCount: 1, requestedDrivers: { [driver.uid]: true } });

    environment.pass(1000);
    environment.stand(driver.uid, PLAZA);
    await environment.call(driver, routes.acceptBooking, id);
    await step({
      status: 'ACCEPTED',
      requestedCount: 0,
      requestedDrivers: {},
      driver: driver.uid,
      driver_name: expect.any(String),
      driver_contact: expect.any(String),
      driver_token: 'token of the driver',
      driverRating: expect.any(String),
      fleetadmin: leader.uid,
      vehicle_number: 'SAB 1000',
      vehicle_description: 'Chevrolet Onix',
      driver_accept_time: environment.now(),
      cancelFeeFrom: environment.now(),
    });

    environment.pass(60_000);
    await environment.call(driver, routes.arriveBooking, id);
    await step({ status: 'ARRIVED', driver_arrive_time: environment.now() });

    environment.pass(30_000);
    await environment.call(driver, routes.startBooking, id, { otp: String(otp) });
    await step({ status: 'STARTED', trip_start_time: environment.now(), startTime: environment.now() });
    expect((await get(rider, id)).otp).toBeNull();

    environment.pass(600_000);
    environment.stand(driver.uid, { lat: PARQUE.lat + 0.01, lng: PARQUE.lng });
    await environment.call(driver, routes.reachBooking, id);
    const address = `Calle ${(PARQUE.lat + 0.01).toFixed(4)}`;
    const reached = await get(admin, id);
    await step(
      {
        status: 'REACHED',
        trip_end_time: environment.now(),
        endTime: environment.now(),
        total_trip_time: 600,
        dropAddress: address,
        distance: expect.any(Number),
        fare_change_reason: expect.any(String),
        payableAmount: reached.trip_cost,
      },
      [
        'status',
        'trip_end_time',
        'endTime',
        'total_trip_time',
        'drop',
        'dropAddress',
        'distance',
        'trip_cost',
        'convenience_fees',
        'driver_share',
        'breakdown',
        'fare_change_reason',
        'payableAmount',
        'paymentPacket',
        'meterMethod',
        'drivenLine',
      ],
    );
    expect(reached.estimate).toBe(made.estimate);
    expect(reached.trip_cost).toBeCloseTo(reached.driver_share + reached.convenience_fees, 2);

    environment.pass(5000);
    await environment.call(driver, routes.collectBooking, id);
    const paid = reached.trip_cost;
    await step(
      {
        status: 'PAID',
        customer_paid: paid,
        cashPaymentAmount: paid,
        payableAmount: 0,
        paid_at: environment.now(),
      },
      ['status', 'customer_paid', 'cashPaymentAmount', 'payableAmount', 'paymentPacket', 'paid_at'],
    );
    expect(last.paymentPacket).toMatchObject({ customer_paid: paid, cashPaymentAmount: paid });

    environment.pass(5000);
    await environment.call(rider, routes.rateBooking, id, { rating: 4 });
    await step({ status: 'COMPLETE', rating: 4, completed_at: environment.now() });
  });

  it('without a rating completes when its job runs', async () => {
    const { id, rider } = await environment.trip('PAID');
    environment.pass(24 * 3_600_000);
    await environment.jobs['booking.complete']?.({ id });
    expect(await get(rider, id)).toMatchObject({
      status: 'COMPLETE',
      rating: null,
      completed_at: environment.now(),
    });
  });

  it('that is cancelled has the time, the reason and the role that cancelled', async () => {
    const { id, rider } = await environment.trip('ACCEPTED');
    environment.pass(180_000);
    await environment.call(rider, routes.cancelBooking, id, { reason: 'Changed my mind' });
    expect(await get(rider, id)).toMatchObject({
      status: 'CANCELLED',
      reason: 'Changed my mind',
      cancelledBy: 'rider',
      cancellationFee: 60,
      cancelled_at: environment.now(),
      paid_at: null,
      completed_at: null,
    });
  });

  it('of a parcel carries what a parcel needs, and of a taxi none of it', async () => {
    const instructionData = {
      deliveryPerson: ' Leo ',
      deliveryPersonPhone: '2900 1234 ext 12',
      pickUpInstructions: 'Ring twice',
      deliveryInstructions: 'Third floor',
      parcelTypeIndex: 0,
      optionIndex: 0,
    };
    const rider = await environment.addRider();
    await environment.addDriver();
    const parcel = {
      deliveryPerson: 'Leo',
      deliveryPersonPhone: '2900 1234 ext 12',
      pickUpInstructions: 'Ring twice',
      deliveryInstructions: 'Third floor',
      parcelTypeSelected: { description: 'Small box', amount: 40 },
    };
    const optionSelected = { description: 'Child seat', amount: 80 };
    const book = async () => {
      const estimate = await environment.estimate(rider, { instructionData });
      return get(rider, await environment.book(rider, { estimate, instructionData }));
    };
    environment.set({ appcat: 'delivery' });
    const delivery = await book();
    expect(delivery).toMatchObject({
      ...parcel,
      optionSelected,
      appcat: 'delivery',
      status: 'PAYMENT_PENDING',
    });
    environment.set({ appcat: 'taxi' });
    const taxi = await book();
    const { parcelTypeSelected } = parcel;
    const none = Object.fromEntries(Object.keys(parcel).map((name) => [name, null]));
    expect(taxi).toMatchObject({
      ...none,
      parcelTypeSelected,
      optionSelected,
      appcat: 'taxi',
      status: 'NEW',
    });
    // A selected parcel type is charged like an option; delivery instructions are not stored.
    expect(taxi.breakdown.lines.map(({ kind }) => kind)).toContain('parcel');
    expect(delivery.driver_share).toBeCloseTo(taxi.driver_share, 2);
  });
});

describe('of a booking', () => {
  it('push tokens are shown to admins only, and to no role in demonstration mode', async () => {
    const rider = await environment.addRider();
    const driver = await environment.addDriver();
    const admin = await environment.addAdmin();
    await setToken(rider.uid, 'r');
    await setToken(driver.uid, 'd');
    const id = await environment.book(rider);
    await environment.ask(id, [driver]);
    await environment.call(driver, routes.acceptBooking, id);
    await setToken(rider.uid, 'another, later');
    expect(await get(admin, id)).toMatchObject({ customer_token: 'r', driver_token: 'd' });
    for (const actor of [rider, driver])
      expect(await get(actor, id)).toMatchObject({ customer_token: null, driver_token: null });
    environment.set({ AllowCriticalEditsAdmin: false });
    expect(await get(admin, id)).toMatchObject({ customer_token: null, driver_token: null });
  });

  it('drivers with an offer are shown to admins, and to a driver only themselves', async () => {
    const { id, admin, rider, driver } = await aDelivery(environment, 'NEW');
    const other = await environment.addDriver();
    await environment.ask(id, [other]);
    const all = { [driver.uid]: true, [other.uid]: true };
    expect((await get(admin, id)).requestedDrivers).toEqual(all);
    expect((await get(driver, id)).requestedDrivers).toEqual({ [driver.uid]: true });
    expect((await get(other, id)).requestedDrivers).toEqual({ [other.uid]: true });
    expect(await get(rider, id)).toMatchObject({ requestedDrivers: {}, requestedCount: 2 });
  });

  it('the trip code is false without secure OTP, for every role', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    for (const actor of [rider, driver])
      expect(await get(actor, id)).toMatchObject({ otp: false, otp_required: false });
  });

  it('lists leave out the fields that only the page of one booking needs', () => {
    const names = new Set(Object.keys(bookingSummary.shape));
    for (const detail of ['coords', 'polyline', 'breakdown', 'paymentPacket', 'requestedDrivers', 'otp'])
      expect([detail, names.has(detail)]).toEqual([detail, false]);
    for (const secret of ['customer_token', 'driver_token', 'pickup_image', 'deliver_image'])
      expect([secret, names.has(secret)]).toEqual([secret, false]);
  });
});
