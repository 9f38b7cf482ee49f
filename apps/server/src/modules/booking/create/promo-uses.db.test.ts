// Tests that a promo use is counted once with the booking, also under concurrency, and released by a cancellation.
import { type BookingView, routes } from '@kerb/contract';
import type { Promo } from '@kerb/domain/fare';
import { settings } from '@kerb/domain/settings';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { type BookingEnvironment, createBookingEnvironment, PLAZA } from '../testing/booking-environment.ts';
import { createPromoTools, type PromoTools } from '../testing/promo-tools.ts';

const asAtFirst = settings.parse({});
const MINUTE = 60_000;
let environment: BookingEnvironment;
let tools: PromoTools;
let driver: Actor;
beforeAll(async () => {
  environment = await createBookingEnvironment();
  tools = createPromoTools(environment);
  driver = await environment.addDriver();
});
beforeEach(() => environment.stand(driver.uid, PLAZA));
afterEach(() => environment.set(asAtFirst));
afterAll(() => environment.close());

interface Made {
  booking_id: string;
}
const create = (actor: Actor | null, body: unknown) =>
  environment.call<Made>(actor, routes.createBooking, null, body);
const cancel = (actor: Actor, id: string) =>
  environment.call<BookingView>(actor, routes.cancelBooking, id, { reason: 'Changed my mind' });
const bookingsOf = async (rider: Actor): Promise<number> => {
  const { rows } = await environment.database.pool.query(
    'select count(*)::int as made from bookings where customer = $1',
    [rider.uid],
  );
  return rows[0].made;
};
/** Adds a rider with a quote to which the promo is applied, ready to be booked. */
async function ready(promo: Promo, change: Record<string, unknown> = {}) {
  const rider = await environment.addRider();
  return { rider, request: await tools.request(rider, promo.id, change) };
}

describe('the last use', () => {
  it('is consumed by exactly one of thirty concurrent riders; the others leave no partial data', async () => {
    const promo = await tools.add({ promo_usage_limit: 3 });
    for (const one of [await ready(promo), await ready(promo)])
      expect((await create(one.rider, one.request)).status).toBe(201);
    const crowd: Awaited<ReturnType<typeof ready>>[] = [];
    while (crowd.length < 30) crowd.push(await ready(promo));
    const answers = await Promise.all(crowd.map(({ rider, request }) => create(rider, request)));
    const outcomes = answers.map(({ status, code }) => code ?? status).sort();
    expect(outcomes).toEqual([201, ...Array.from({ length: 29 }, () => 'promo_used_up')]);
    expect(await tools.uses(promo.id)).toEqual({ counted: 3, written: 3 });
    const made = await Promise.all(crowd.map(({ rider }) => bookingsOf(rider)));
    expect(made.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(made.map((one) => one === 1)).toEqual(answers.map(({ status }) => status === 201));
  });

  it('does not fail the repeated request of the rider who consumed it', async () => {
    const promo = await tools.add({ promo_usage_limit: 1 });
    const { rider, request } = await ready(promo);
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(rider, request)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.booking_id)).size).toBe(1);
    expect((await create(rider, request)).body.booking_id).toBe(answers[0]?.body.booking_id);
    expect(await tools.uses(promo.id)).toEqual({ counted: 1, written: 1 });
  });

  it('is counted once even if the booking’s reference collided at first', async () => {
    const promo = await tools.add({ promo_usage_limit: 1 });
    const { rider, request } = await ready(promo);
    await environment.database.asOwner.query(`
      create sequence clashes;
      create function clash() returns trigger language plpgsql security definer as $$ begin
        if nextval('public.clashes') <= 2 then
          raise exception 'taken' using errcode = '23505', constraint = 'booking_reference';
        end if;
        return new; end $$;
      create trigger clash after insert on bookings for each row execute function clash()`);
    const answer = await create(rider, request);
    const { rows } = await environment.database.asOwner.query('select last_value::int as tries from clashes');
    await environment.database.asOwner.query('drop function clash cascade; drop sequence clashes');
    expect([answer.status, rows[0].tries]).toEqual([201, 3]);
    expect(await tools.uses(promo.id)).toEqual({ counted: 1, written: 1 });
  });

  it('is available to another rider only after a cancellation released it', async () => {
    const promo = await tools.add({ promo_usage_limit: 1 });
    for (let round = 0; round < 8; round += 1) {
      const first = await ready(promo);
      const second = await ready(promo);
      const { body } = await create(first.rider, first.request);
      const [cancelled, booked] = await Promise.all([
        cancel(first.rider, body.booking_id),
        create(second.rider, second.request),
      ]);
      expect(cancelled.status).toBe(200);
      expect(booked.code).toBe(booked.status === 201 ? undefined : 'promo_used_up');
      const left = booked.status === 201 ? 1 : 0;
      expect(await tools.uses(promo.id)).toEqual({ counted: left, written: left });
      const again = left === 1 ? booked : await create(second.rider, second.request);
      expect(again.status).toBe(201);
      await cancel(second.rider, again.body.booking_id);
    }
    expect(await tools.uses(promo.id)).toEqual({ counted: 0, written: 0 });
  });
});

describe('a rider', () => {
  it('uses a promo once in any number of tabs, and again after a cancellation', async () => {
    const promo = await tools.add();
    const rider = await environment.addRider();
    const requests = await Promise.all([1, 2, 3].map(() => tools.request(rider, promo.id)));
    const answers = await Promise.all(requests.map((request) => create(rider, request)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'promo_already_used')).toHaveLength(2);
    expect(await bookingsOf(rider)).toBe(1);
    expect(await tools.uses(promo.id)).toEqual({ counted: 1, written: 1 });
    const id = answers.find(({ status }) => status === 201)?.body.booking_id ?? '';
    await cancel(rider, id);
    const again = await Promise.all(requests.map((request) => create(rider, request)));
    expect(again.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('uses a promo when an admin books for them with it', async () => {
    const promo = await tools.add();
    const admin = await environment.addAdmin();
    const rider = await environment.addRider();
    const forRider = { booking_type_admin: true, userDetails: { uid: rider.uid } };
    const first = await tools.request(admin, promo.id, forRider);
    const second = await tools.request(admin, promo.id, forRider);
    const { status, body } = await create(admin, first);
    expect(status).toBe(201);
    expect(await environment.record(body.booking_id)).toMatchObject({
      customer: rider.uid,
      promo_applied: true,
      discount_amount: 2000,
    });
    expect((await create(admin, second)).code).toBe('promo_already_used');
    expect((await tools.apply(admin, await environment.estimate(admin), promo.id, rider.uid)).code).toBe(
      'promo_already_used',
    );
    expect(await tools.uses(promo.id)).toEqual({ counted: 1, written: 1 });
  });
});

describe('changes between the quote and the booking', () => {
  const terms = (promo: Promo, change: Partial<Promo>) => {
    const { id: _, user_avail: __, createdAt: ___, ...input } = { ...promo, ...change };
    return input;
  };
  const edit = async (promo: Promo, change: Partial<Promo>) =>
    environment.call(await environment.addAdmin(), routes.editPromo, promo.id, terms(promo, change));
  const remove = async (promo: Promo) =>
    environment.call(await environment.addAdmin(), routes.deletePromo, promo.id);

  it.each<[string, string, (promo: Promo) => Promise<unknown>]>([
    ['its time is over', 'promo_expired', (promo) => edit(promo, { promo_validity: environment.now() - 1 })],
    ['its least order was raised', 'promo_below_min_order', (promo) => edit(promo, { min_order: 100_000 })],
    ['it was deleted', 'promo_not_found', remove],
    [
      'its uses were fewer than thought',
      'promo_used_up',
      async (promo) => {
        const other = await ready(promo);
        await create(other.rider, other.request);
        await edit(promo, { promo_usage_limit: 1 });
      },
    ],
  ])('fails the booking when %s: %s, without partial data', async (_, code, happen) => {
    const promo = await tools.add();
    const { rider, request } = await ready(promo);
    await happen(promo);
    const before = await tools.uses(promo.id);
    expect((await create(rider, request)).code).toBe(code);
    expect(await bookingsOf(rider)).toBe(0);
    expect(await tools.uses(promo.id)).toEqual(before);
    // Without the promo the same quote can be booked.
    await environment.call(rider, routes.removePromo, String(request.estimate));
    const { status, body } = await create(rider, { ...request, promo: null });
    expect(status).toBe(201);
    expect(await environment.record(body.booking_id)).toMatchObject({
      promo_applied: false,
      discount_amount: 0,
    });
  });

  it('the promo expires while the form is open', async () => {
    const promo = await tools.add({ promo_validity: environment.now() + 5 * MINUTE });
    const { rider, request } = await ready(promo);
    environment.pass(5 * MINUTE);
    environment.stand(driver.uid, PLAZA);
    const last = await create(rider, request);
    expect(last.status).toBe(201);
    await cancel(rider, last.body.booking_id);
    const again = await tools.request(rider, promo.id);
    environment.pass(1);
    expect((await create(rider, again)).code).toBe('promo_expired');
  });

  it('an edit of the promo does not change the quoted price', async () => {
    const promo = await tools.add({ promo_discount_value: 20 });
    const { rider, request } = await ready(promo);
    expect((await edit(promo, { promo_discount_value: 90 })).status).toBe(200);
    const { body } = await create(rider, request);
    const booking = await environment.record(body.booking_id);
    expect(booking).toMatchObject({ discount_amount: 2000, payable_amount: booking.trip_cost - 2000 });
  });

  it('a booking without the promo of its quote, or with another, gets quote_mismatch', async () => {
    const promo = await tools.add();
    const other = await tools.add();
    const { rider, request } = await ready(promo);
    for (const named of [null, other.id])
      expect((await create(rider, { ...request, promo: named })).code).toBe('quote_mismatch');
    const plain = await environment.request(rider, { promo: promo.id });
    expect((await create(rider, plain)).code).toBe('quote_mismatch');
    expect((await create(rider, { ...request, promo: 'TEN' })).code).toBe('invalid_input');
    const { promo: _, ...unsaid } = request;
    const { body } = await create(rider, unsaid);
    expect(await environment.record(body.booking_id)).toMatchObject({
      promo_applied: true,
      promo_details: { promo_key: promo.id, promo_name: promo.promo_name },
    });
    expect(await bookingsOf(rider)).toBe(1);
  });

  it('a booking keeps its discount after the promo was deleted, also when it is cancelled', async () => {
    const promo = await tools.add();
    const { rider, request } = await ready(promo);
    const { body } = await create(rider, request);
    expect((await remove(promo)).status).toBe(204);
    expect(await environment.record(body.booking_id)).toMatchObject({
      discount_amount: 2000,
      promo_details: { promo_name: promo.promo_name },
    });
    expect((await cancel(rider, body.booking_id)).status).toBe(200);
    expect(await tools.uses(promo.id)).toEqual({ counted: null, written: 0 });
  });
});

describe('a cancelled booking releases its promo use', () => {
  async function booked(change: Record<string, unknown> = {}) {
    const promo = await tools.add({ promo_usage_limit: 1 });
    const { rider, request } = await ready(promo, change);
    const answer = await create(rider, request);
    if (answer.status !== 201) throw new Error(`not booked: ${JSON.stringify(answer.body)}`);
    expect(await tools.uses(promo.id)).toEqual({ counted: 1, written: 1 });
    return { promo, rider, id: answer.body.booking_id };
  }
  const free = { counted: 0, written: 0 };

  it('by the rider, once for any number of requests', async () => {
    const { promo, rider, id } = await booked();
    const answers = await Promise.all([1, 2, 3].map(() => cancel(rider, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await tools.uses(promo.id)).toEqual(free);
    expect(await environment.record(id)).toMatchObject({ status: 'CANCELLED', promo_applied: true });
  });

  it('by an admin, by the driver, or by the system', async () => {
    const byAdmin = await booked();
    expect((await cancel(await environment.addAdmin(), byAdmin.id)).status).toBe(200);
    const bySystem = await booked();
    expect(await environment.booking.cancelBySystem(bySystem.id, 'No driver came')).toBe(true);
    expect(await environment.booking.cancelBySystem(bySystem.id, 'No driver came')).toBe(false);
    const byDriver = await booked();
    const takingDriver = await environment.addDriver();
    await environment.ask(byDriver.id, [takingDriver]);
    await environment.call(takingDriver, routes.acceptBooking, byDriver.id);
    expect((await cancel(takingDriver, byDriver.id)).status).toBe(200);
    for (const { promo } of [byAdmin, bySystem, byDriver]) expect(await tools.uses(promo.id)).toEqual(free);
  });

  it('whose prepayment was never completed', async () => {
    environment.set({ appcat: 'delivery' });
    const instructionData = { deliveryPerson: 'Eva', deliveryPersonPhone: '+59899123456' };
    const { promo, rider, id } = await booked({ instructionData });
    expect((await environment.record(id)).status).toBe('PAYMENT_PENDING');
    expect((await cancel(rider, id)).status).toBe(200);
    expect(await tools.uses(promo.id)).toEqual(free);
  });

  it('and no use if the booking has no promo', async () => {
    const rider = await environment.addRider();
    const { promo, id } = await booked();
    const plain = await environment.book(rider);
    await cancel(rider, plain);
    expect(await tools.uses(promo.id)).toEqual({ counted: 1, written: 1 });
    expect((await environment.record(id)).status).toBe('NEW');
  });
});
