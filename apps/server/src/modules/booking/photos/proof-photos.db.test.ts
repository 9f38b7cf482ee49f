// Tests proof photos over HTTP: upload times, access, replaced files, and the steps that require them.
import { type BookingView, routes } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { settings } from '@kerb/domain/settings';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BookingEnvironment, createBookingEnvironment } from '../testing/booking-environment.ts';
import { aDelivery } from '../testing/deliveries.ts';

const asAtFirst = settings.parse({});
const FORGET = 'booking.forget-photo';
const first = Buffer.from('the first photo');
const second = Buffer.from('the second one');
let environment: BookingEnvironment;
beforeAll(async () => {
  environment = await createBookingEnvironment();
});
afterEach(() => environment.set(asAtFirst));
afterAll(() => environment.close());

type Someone = Parameters<BookingEnvironment['call']>[0];
const take = (actor: Someone, id: string, bytes = first, route = routes.setPickupImage) =>
  environment.upload<BookingView>(actor, route, id, bytes);
const keysOf = (id: string) =>
  [...environment.files.stored.keys()].filter((key) => key.startsWith(`bookings/${id}/`));

async function look(actor: Someone, address: string) {
  const headers = actor ? { authorization: `Bearer ${actor.uid}` } : {};
  const response = await environment.server.inject({ method: 'GET', url: address, headers });
  return { status: response.statusCode, bytes: response.rawPayload, headers: response.headers };
}

/** The files with a removal job, which is due now or once no upload can still be running. */
async function planned(id: string): Promise<{ name: string; id: string; run_at: Date }[]> {
  const { rows } = await environment.database.pool.query(
    `select payload ->> 'name' as name, payload ->> 'id' as id, run_at
       from graphile_worker._private_jobs where payload ->> 'booking' = $1 order by run_at`,
    [id],
  );
  return rows;
}

describe('a photo', () => {
  it('is uploaded by the driver, stored under the booking, and shown to every role that may see the booking', async () => {
    const leader = await environment.addFleetAdmin();
    const { id, admin, rider, driver } = await aDelivery(environment, 'ACCEPTED', leader.uid);
    const { status, body } = await take(driver, id);
    expect(status).toBe(200);
    const address = body.pickup_image ?? '';
    expect(address).toMatch(new RegExp(`^/api/v1/bookings/${id}/pickup_image\\?photo=[0-9a-f-]{36}$`));
    expect(body.deliver_image).toBeNull();
    expect(keysOf(id)).toEqual([`bookings/${id}/pickup_image/${address.slice(-36)}.webp`]);
    for (const actor of [rider, driver, admin, leader]) {
      const seen = await look(actor, address);
      expect([seen.status, seen.bytes.toString()]).toEqual([200, 'the first photo']);
      expect(seen.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=3600',
        'x-content-type-options': 'nosniff',
      });
    }
    const others = [
      await environment.addRider(),
      await environment.addDriver(),
      await environment.addFleetAdmin(),
    ];
    for (const actor of others) expect((await look(actor, address)).status).toBe(404);
    expect((await look(null, address)).status).toBe(401);
    const events = await environment.database.pool.query(
      `select topics from outbox_events where name = 'booking.changed' and data = $1`,
      [JSON.stringify({ booking_id: id, status: 'ACCEPTED' })],
    );
    expect(events.rows[0].topics).toContain(`booking:${id}`);
  });

  it('is hidden from the driver after the trip, since it may show an address', async () => {
    const { id, rider, driver, admin } = await aDelivery(environment);
    const address = (await take(driver, id)).body.pickup_image ?? '';
    const step = async (route: Parameters<BookingEnvironment['call']>[1]) => {
      environment.pass(60_000);
      expect((await environment.call(driver, route, id)).status).toBe(200);
    };
    await step(routes.startBooking);
    await step(routes.reachBooking);
    expect((await look(driver, address)).status).toBe(200);
    await step(routes.collectBooking);
    const read = async (actor: Someone) =>
      (await environment.call<BookingView>(actor, routes.getBooking, id)).body;
    expect([(await look(driver, address)).status, (await read(driver)).pickup_image]).toEqual([404, null]);
    expect(JSON.stringify(await environment.booking.exportOf(driver.uid))).not.toContain(
      'pickup_image?photo=',
    );
    for (const actor of [rider, admin])
      expect([(await look(actor, address)).status, (await read(actor)).pickup_image]).toEqual([200, address]);
  });

  it('is not found before it is uploaded', async () => {
    const { id, rider } = await aDelivery(environment);
    for (const name of ['pickup_image', 'deliver_image'])
      expect((await look(rider, `/api/v1/bookings/${id}/${name}`)).status).toBe(404);
  });

  it('uploaded again replaces the old one, whose file is removed', async () => {
    const { id, rider, driver } = await aDelivery(environment);
    const old = (await take(driver, id)).body.pickup_image ?? '';
    const renewed = (await take(driver, id, second)).body.pickup_image ?? '';
    expect(renewed).not.toBe(old);
    expect((await look(rider, renewed)).bytes.toString()).toBe('the second one');
    expect(keysOf(id)).toHaveLength(2);
    for (const job of await planned(id)) await environment.jobs[FORGET]?.({ booking: id, ...job });
    expect(keysOf(id)).toEqual([`bookings/${id}/pickup_image/${renewed.slice(-36)}.webp`]);
    expect((await look(rider, renewed)).bytes.toString()).toBe('the second one');
  });

  it('is one of two concurrent uploads, and the file of the other is removed', async () => {
    const { id, rider, driver } = await aDelivery(environment);
    const answers = await Promise.all([take(driver, id), take(driver, id, second)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const job of await planned(id)) await environment.jobs[FORGET]?.({ booking: id, ...job });
    const current = (await environment.record(id)).pickup_image;
    expect(keysOf(id)).toEqual([`bookings/${id}/pickup_image/${current}.webp`]);
    expect((await look(rider, `/api/v1/bookings/${id}/pickup_image`)).status).toBe(200);
  });

  it('is rejected at any other time, for a taxi, and from any other user', async () => {
    const { id, admin, rider, driver } = await aDelivery(environment);
    const another = await environment.addDriver();
    expect((await take(another, id)).code).toBe('not_found');
    for (const actor of [rider, admin]) expect((await take(actor, id)).code).toBe('forbidden');
    expect((await take(null, id)).status).toBe(401);
    expect((await take(driver, id, first, routes.setDeliverImage)).code).toBe('transition_not_allowed');
    await environment.call(driver, routes.startBooking, id);
    expect((await take(driver, id)).code).toBe('transition_not_allowed');
    expect((await take(driver, id, first, routes.setDeliverImage)).status).toBe(200);
    await environment.call(driver, routes.reachBooking, id);
    expect((await take(driver, id, second, routes.setDeliverImage)).code).toBe('transition_not_allowed');
    environment.set({ appcat: 'taxi' });
    const taxi = await environment.trip('ARRIVED');
    expect((await take(taxi.driver, taxi.id)).code).toBe('transition_not_allowed');
    expect(keysOf(taxi.id)).toEqual([]);
  });

  it('that cannot be decoded is rejected, and the earlier photo remains', async () => {
    const { id, rider, driver } = await aDelivery(environment);
    const { pickup_image } = (await take(driver, id)).body;
    const { reencode } = environment.files.images;
    environment.files.images.reencode = () => Promise.reject(new DomainError('image_unreadable'));
    expect((await take(driver, id, second)).code).toBe('image_unreadable');
    environment.files.images.reencode = reencode;
    expect((await environment.call<BookingView>(rider, routes.getBooking, id)).body.pickup_image).toBe(
      pickup_image,
    );
    expect(keysOf(id)).toHaveLength(1);
  });

  it('leaves no file behind when the upload is rejected after the file was written', async () => {
    const { id, driver } = await aDelivery(environment);
    const { put } = environment.files.storage;
    environment.files.storage.put = async (key, file) => {
      await put(key, file);
      await environment.call(driver, routes.startBooking, id);
    };
    expect((await take(driver, id)).code).toBe('transition_not_allowed');
    environment.files.storage.put = put;
    expect(keysOf(id)).toHaveLength(1);
    const [job] = await planned(id);
    expect(job?.run_at.getTime()).toBe(environment.now() + 10 * 60_000);
    await environment.jobs[FORGET]?.({ booking: id, ...job });
    expect(keysOf(id)).toEqual([]);
  });

  it('is accepted when repeated with the same idempotency key after the storage failed', async () => {
    const { id, driver } = await aDelivery(environment);
    const { put } = environment.files.storage;
    environment.files.storage.put = () => Promise.reject(new Error('the storage is away'));
    const headers = { 'idempotency-key': id };
    const upload = () => environment.upload(driver, routes.setPickupImage, id, first, headers);
    expect((await upload()).status).toBe(500);
    environment.files.storage.put = put;
    expect((await upload()).status).toBe(200);
    expect(keysOf(id)).toHaveLength(1);
  });

  it('is removed with the rider’s account and listed in personal data exports', async () => {
    const { id, rider, driver } = await aDelivery(environment);
    const address = (await take(driver, id)).body.pickup_image ?? '';
    for (const { uid } of [rider, driver])
      expect((await environment.booking.exportOf(uid)).bookings[0]).toMatchObject({
        pickup_image: address,
        deliver_image: null,
      });
    await environment.withTx((tx) => environment.booking.erasePerson(tx, driver.uid));
    expect((await look(rider, address)).status).toBe(200);
    await environment.withTx((tx) => environment.booking.erasePerson(tx, rider.uid));
    expect(await environment.record(id)).toMatchObject({ pickup_image: null, customer_token: null });
    expect((await look(driver, address)).status).toBe(404);
    for (const job of await planned(id)) await environment.jobs[FORGET]?.({ booking: id, ...job });
    expect(keysOf(id)).toEqual([]);
  });
});

describe('a delivery', () => {
  const code = async (
    actor: Someone,
    route: typeof routes.startBooking | typeof routes.reachBooking,
    id: string,
  ) => (await environment.call(actor, route, id)).code;

  it('cannot be started without a pickup photo when the setting requires one', async () => {
    environment.set({ AllowDeliveryPickupImageCapture: true });
    const { id, driver } = await aDelivery(environment);
    expect(await code(driver, routes.startBooking, id)).toBe('photo_required');
    expect((await environment.record(id)).status).toBe('ARRIVED');
    await take(driver, id);
    expect(await code(driver, routes.startBooking, id)).toBeUndefined();
    expect(await code(driver, routes.reachBooking, id)).toBeUndefined();
  });

  it('needs another pickup photo from another driver, and the file of the first one is removed', async () => {
    environment.set({ AllowDeliveryPickupImageCapture: true });
    const { id, admin, driver } = await aDelivery(environment, 'ACCEPTED');
    await take(driver, id);
    const next = await environment.addDriver();
    const reassigned = { from: driver.uid, to: next.uid };
    expect((await environment.call(admin, routes.reassignBooking, id, reassigned)).status).toBe(200);
    for (const job of await planned(id)) await environment.jobs[FORGET]?.({ booking: id, ...job });
    expect(keysOf(id)).toEqual([]);
    for (const route of [routes.acceptBooking, routes.arriveBooking])
      expect((await environment.call(next, route, id)).status).toBe(200);
    expect(await code(next, routes.startBooking, id)).toBe('photo_required');
    await take(next, id, second);
    expect(await code(next, routes.startBooking, id)).toBeUndefined();
  });

  it('cannot be ended without a drop photo when the setting requires one', async () => {
    environment.set({ AllowFinalDeliveryImageCapture: true });
    const { id, driver } = await aDelivery(environment);
    expect(await code(driver, routes.startBooking, id)).toBeUndefined();
    expect(await code(driver, routes.reachBooking, id)).toBe('photo_required');
    expect((await environment.record(id)).status).toBe('STARTED');
    await take(driver, id, first, routes.setDeliverImage);
    expect(await code(driver, routes.reachBooking, id)).toBeUndefined();
  });

  it('requires no photo of a taxi trip', async () => {
    environment.set({ AllowDeliveryPickupImageCapture: true, AllowFinalDeliveryImageCapture: true });
    const { id } = await environment.trip('REACHED');
    expect((await environment.record(id)).status).toBe('REACHED');
  });
});
