// Proof photos over HTTP: when they may be taken, who sees them, one file at a time, and what waits for them.
import { type BookingView, routes } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { settings } from '@kerb/domain/settings';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BookingWorld, createBookingWorld } from '../testing/booking-world.ts';
import { aDelivery } from '../testing/deliveries.ts';

const asAtFirst = settings.parse({});
const FORGET = 'booking.forget-photo';
const [first, second] = [Buffer.from('the first photo'), Buffer.from('the second one')];
let world: BookingWorld;
beforeAll(async () => {
  world = await createBookingWorld();
});
afterEach(() => world.set(asAtFirst));
afterAll(() => world.close());

type Someone = Parameters<BookingWorld['call']>[0];
const take = (actor: Someone, id: string, bytes = first, route = routes.setPickupImage) =>
  world.upload<BookingView>(actor, route, id, bytes);
const keysOf = (id: string) =>
  [...world.files.kept.keys()].filter((key) => key.startsWith(`bookings/${id}/`));

async function look(actor: Someone, address: string) {
  const headers = actor ? { authorization: `Bearer ${actor.uid}` } : {};
  const response = await world.server.inject({ method: 'GET', url: address, headers });
  return { status: response.statusCode, bytes: response.rawPayload, headers: response.headers };
}

/** The files that jobs are to remove now, or once no upload can still be under way. */
async function planned(id: string): Promise<{ name: string; id: string; run_at: Date }[]> {
  const { rows } = await world.database.pool.query(
    `select payload ->> 'name' as name, payload ->> 'id' as id, run_at
       from graphile_worker._private_jobs where payload ->> 'booking' = $1 order by run_at`,
    [id],
  );
  return rows;
}

describe('a photo', () => {
  it('is taken by the driver, kept under the booking, and seen by everybody who may see the booking', async () => {
    const leader = await world.addFleetAdmin();
    const { id, admin, rider, driver } = await aDelivery(world, 'ACCEPTED', leader.uid);
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
    const others = [await world.addRider(), await world.addDriver(), await world.addFleetAdmin()];
    for (const actor of others) expect((await look(actor, address)).status).toBe(404);
    expect((await look(null, address)).status).toBe(401);
    const events = await world.database.pool.query(
      `select topics from outbox where name = 'booking.changed' and data = $1`,
      [JSON.stringify({ booking_id: id, status: 'ACCEPTED' })],
    );
    expect(events.rows[0].topics).toContain(`booking:${id}`);
  });

  it('is not the driver’s to look at once the trip is over: a door may be read on it', async () => {
    const { id, rider, driver, admin } = await aDelivery(world);
    const address = (await take(driver, id)).body.pickup_image ?? '';
    const step = async (route: Parameters<BookingWorld['call']>[1]) => {
      world.pass(60_000);
      expect((await world.call(driver, route, id)).status).toBe(200);
    };
    await step(routes.startBooking);
    await step(routes.reachBooking);
    expect((await look(driver, address)).status).toBe(200);
    await step(routes.collectBooking);
    const read = async (actor: Someone) => (await world.call<BookingView>(actor, routes.getBooking, id)).body;
    expect([(await look(driver, address)).status, (await read(driver)).pickup_image]).toEqual([404, null]);
    expect(JSON.stringify(await world.booking.exportOf(driver.uid))).not.toContain('pickup_image?photo=');
    for (const actor of [rider, admin])
      expect([(await look(actor, address)).status, (await read(actor)).pickup_image]).toEqual([200, address]);
  });

  it('is none before it is taken', async () => {
    const { id, rider } = await aDelivery(world);
    for (const name of ['pickup_image', 'deliver_image'])
      expect((await look(rider, `/api/v1/bookings/${id}/${name}`)).status).toBe(404);
  });

  it('taken again takes the place of the old one, whose file goes', async () => {
    const { id, rider, driver } = await aDelivery(world);
    const old = (await take(driver, id)).body.pickup_image ?? '';
    const renewed = (await take(driver, id, second)).body.pickup_image ?? '';
    expect(renewed).not.toBe(old);
    expect((await look(rider, renewed)).bytes.toString()).toBe('the second one');
    expect(keysOf(id)).toHaveLength(2);
    for (const job of await planned(id)) await world.jobs[FORGET]?.({ booking: id, ...job });
    expect(keysOf(id)).toEqual([`bookings/${id}/pickup_image/${renewed.slice(-36)}.webp`]);
    expect((await look(rider, renewed)).bytes.toString()).toBe('the second one');
  });

  it('of two sent at once is one of them, whole, and the other one’s file goes', async () => {
    const { id, rider, driver } = await aDelivery(world);
    const answers = await Promise.all([take(driver, id), take(driver, id, second)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const job of await planned(id)) await world.jobs[FORGET]?.({ booking: id, ...job });
    const kept = (await world.record(id)).pickup_image;
    expect(keysOf(id)).toEqual([`bookings/${id}/pickup_image/${kept}.webp`]);
    expect((await look(rider, `/api/v1/bookings/${id}/pickup_image`)).status).toBe(200);
  });

  it('is refused at any other time, of a taxi, and from anybody else', async () => {
    const { id, admin, rider, driver } = await aDelivery(world);
    const another = await world.addDriver();
    expect((await take(another, id)).code).toBe('not_found');
    for (const actor of [rider, admin]) expect((await take(actor, id)).code).toBe('forbidden');
    expect((await take(null, id)).status).toBe(401);
    expect((await take(driver, id, first, routes.setDeliverImage)).code).toBe('transition_not_allowed');
    await world.call(driver, routes.startBooking, id);
    expect((await take(driver, id)).code).toBe('transition_not_allowed');
    expect((await take(driver, id, first, routes.setDeliverImage)).status).toBe(200);
    await world.call(driver, routes.reachBooking, id);
    expect((await take(driver, id, second, routes.setDeliverImage)).code).toBe('transition_not_allowed');
    world.set({ appcat: 'taxi' });
    const taxi = await world.trip('ARRIVED');
    expect((await take(taxi.driver, taxi.id)).code).toBe('transition_not_allowed');
    expect(keysOf(taxi.id)).toEqual([]);
  });

  it('that cannot be read changes nothing', async () => {
    const { id, rider, driver } = await aDelivery(world);
    const { pickup_image } = (await take(driver, id)).body;
    const { reencode } = world.files.images;
    world.files.images.reencode = () => Promise.reject(new DomainError('image_unreadable'));
    expect((await take(driver, id, second)).code).toBe('image_unreadable');
    world.files.images.reencode = reencode;
    expect((await world.call<BookingView>(rider, routes.getBooking, id)).body.pickup_image).toBe(
      pickup_image,
    );
    expect(keysOf(id)).toHaveLength(1);
  });

  it('whose upload was cut off before it was shown leaves no file behind', async () => {
    const { id, driver } = await aDelivery(world);
    const { put } = world.files.storage;
    world.files.storage.put = async (key, file) => {
      await put(key, file);
      await world.call(driver, routes.startBooking, id);
    };
    expect((await take(driver, id)).code).toBe('transition_not_allowed');
    world.files.storage.put = put;
    expect(keysOf(id)).toHaveLength(1);
    const [job] = await planned(id);
    expect(job?.run_at.getTime()).toBe(world.now() + 10 * 60_000);
    await world.jobs[FORGET]?.({ booking: id, ...job });
    expect(keysOf(id)).toEqual([]);
  });

  it('goes with the account of the rider, and is named in what the people take along', async () => {
    const { id, rider, driver } = await aDelivery(world);
    const address = (await take(driver, id)).body.pickup_image ?? '';
    for (const { uid } of [rider, driver])
      expect((await world.booking.exportOf(uid)).bookings[0]).toMatchObject({
        pickup_image: address,
        deliver_image: null,
      });
    await world.withTx((tx) => world.booking.erasePerson(tx, driver.uid));
    expect((await look(rider, address)).status).toBe(200);
    await world.withTx((tx) => world.booking.erasePerson(tx, rider.uid));
    expect(await world.record(id)).toMatchObject({ pickup_image: null, customer_token: null });
    expect((await look(driver, address)).status).toBe(404);
    for (const job of await planned(id)) await world.jobs[FORGET]?.({ booking: id, ...job });
    expect(keysOf(id)).toEqual([]);
  });
});

describe('a delivery', () => {
  const code = async (
    actor: Someone,
    route: typeof routes.startBooking | typeof routes.reachBooking,
    id: string,
  ) => (await world.call(actor, route, id)).code;

  it('does not start without the photo of the pickup where the operator wants one', async () => {
    world.set({ AllowDeliveryPickupImageCapture: true });
    const { id, driver } = await aDelivery(world);
    expect(await code(driver, routes.startBooking, id)).toBe('photo_required');
    expect((await world.record(id)).status).toBe('ARRIVED');
    await take(driver, id);
    expect(await code(driver, routes.startBooking, id)).toBeUndefined();
    expect(await code(driver, routes.reachBooking, id)).toBeUndefined();
  });

  it('does not end without the photo of the drop where the operator wants one', async () => {
    world.set({ AllowFinalDeliveryImageCapture: true });
    const { id, driver } = await aDelivery(world);
    expect(await code(driver, routes.startBooking, id)).toBeUndefined();
    expect(await code(driver, routes.reachBooking, id)).toBe('photo_required');
    expect((await world.record(id)).status).toBe('STARTED');
    await take(driver, id, first, routes.setDeliverImage);
    expect(await code(driver, routes.reachBooking, id)).toBeUndefined();
  });

  it('asks no photo of a taxi', async () => {
    world.set({ AllowDeliveryPickupImageCapture: true, AllowFinalDeliveryImageCapture: true });
    const { id } = await world.trip('REACHED');
    expect((await world.record(id)).status).toBe('REACHED');
  });
});
