// Tests promos on quotes: permissions, discounts and rejections.
import { type EstimateView, type PromoOffer, routes } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { type BookingEnvironment, createBookingEnvironment } from '../testing/booking-environment.ts';
import { createPromoTools, type PromoTools } from '../testing/promo-tools.ts';

const asAtFirst = settings.parse({});
const MINUTE = 60_000;
let environment: BookingEnvironment;
let tools: PromoTools;
beforeAll(async () => {
  environment = await createBookingEnvironment();
  tools = createPromoTools(environment);
});
afterEach(() => environment.set(asAtFirst));
afterAll(() => environment.close());

const listed = async (actor: Actor, quote: string, query = '') =>
  environment.call<{ items: PromoOffer[] }>(actor, routes.listPromoOffers, quote, undefined, query);

describe('a promo on a quote', () => {
  it('shows its discount as the last fare line, and can be removed completely', async () => {
    const rider = await environment.addRider();
    const promo = await tools.add({ promo_discount_type: 'percentage', promo_discount_value: 10 });
    const quote = await environment.estimate(rider);
    const { status, body } = await tools.apply(rider, quote, promo.id);
    expect(status).toBe(200);
    expect(body.promo).toEqual({ promo_key: promo.id, promo_name: promo.promo_name });
    expect(body.discount_amount).toBeCloseTo(body.trip_cost / 10, 2);
    expect(body.payableAmount).toBeCloseTo(body.trip_cost - body.discount_amount, 2);
    expect(body.breakdown.lines.at(-1)).toEqual({ kind: 'discount', amount: -body.discount_amount });
    const cents = body.breakdown.lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    expect(cents).toBe(Math.round(body.payableAmount * 100));

    const removed = await environment.call<EstimateView>(rider, routes.removePromo, quote);
    expect(removed.body).toMatchObject({
      promo: null,
      discount_amount: 0,
      payableAmount: body.trip_cost,
      id: quote,
    });
    expect(removed.body.breakdown.lines.map(({ kind }) => kind)).not.toContain('discount');
    expect((await environment.call(rider, routes.removePromo, quote)).status).toBe(200);
    expect(await tools.uses(promo.id)).toEqual({ counted: 0, written: 0 });
  });

  it('is found by its name in any letter case; another promo replaces it', async () => {
    const rider = await environment.addRider();
    const first = await tools.add({ promo_name: 'Año Nuevo 26' });
    const second = await tools.add({ promo_discount_value: 7 });
    const quote = await environment.estimate(rider);
    expect((await tools.apply(rider, quote, '  aÑO nUEVO 26 ')).body.promo?.promo_key).toBe(first.id);
    const { body } = await tools.apply(rider, quote, second.id.toUpperCase());
    expect(body).toMatchObject({ promo: { promo_key: second.id }, discount_amount: 7 });
    expect(body.breakdown.lines.filter(({ kind }) => kind === 'discount')).toHaveLength(1);
  });

  it('never discounts more than the price', async () => {
    const rider = await environment.addRider();
    const promo = await tools.add({ promo_discount_value: 99_999 });
    const { body } = await tools.apply(rider, await environment.estimate(rider), promo.id);
    expect(body).toMatchObject({ discount_amount: body.trip_cost, payableAmount: 0 });
  });

  it('is rejected with its error code, and the earlier promo remains', async () => {
    const rider = await environment.addRider();
    await environment.addDriver();
    const good = await tools.add({ promo_discount_value: 5 });
    const quote = await environment.estimate(rider);
    await tools.apply(rider, quote, good.id);
    const used = await tools.add();
    await environment.book(rider, await tools.request(rider, used.id));
    const spent = await tools.add({ promo_usage_limit: 1 });
    const other = await environment.addRider();
    await environment.book(other, await tools.request(other, spent.id));
    for (const [promo, code, status] of [
      ['UNKNOWN PROMO', 'promo_not_found', 404],
      ['01930000-0000-7000-8000-000000000000', 'promo_not_found', 404],
      [(await tools.add({ promo_validity: environment.now() - 1 })).id, 'promo_expired', 422],
      [spent.id, 'promo_used_up', 409],
      [used.id, 'promo_already_used', 409],
      [(await tools.add({ min_order: 100_000 })).id, 'promo_below_min_order', 422],
      ['', 'invalid_input', 400],
      ['x'.repeat(61), 'invalid_input', 400],
    ] as const)
      expect(await tools.apply(rider, quote, promo)).toMatchObject({ code, status });
    // The discount of a booking made from the quote shows which promo the quote has.
    const { body } = await environment.call<{ booking_id: string }>(rider, routes.createBooking, null, {
      ...(await environment.request(rider)),
      estimate: quote,
      promo: good.id,
    });
    expect((await environment.record(body.booking_id)).discount_amount).toBe(500);
  });

  it('requires the user’s own quote, not expired, not booked, with the current currency decimals', async () => {
    const rider = await environment.addRider();
    const other = await environment.addRider();
    const admin = await environment.addAdmin();
    const promo = await tools.add();
    const quote = await environment.estimate(rider);
    const attempts = (actor: Actor, id: string) =>
      Promise.all([
        tools.apply(actor, id, promo.id),
        listed(actor, id),
        environment.call(actor, routes.removePromo, id),
      ]);
    for (const actor of [other, admin])
      for (const answer of await attempts(actor, quote)) expect(answer.code).toBe('not_found');
    for (const answer of await attempts(rider, '01930000-0000-7000-8000-000000000000'))
      expect(answer.code).toBe('not_found');
    environment.set({ decimal: 0 });
    for (const answer of await attempts(rider, quote)) expect(answer.code).toBe('quote_expired');
    environment.set({ decimal: 2 });
    await environment.addDriver();
    await environment.book(rider, { estimate: quote });
    for (const answer of await attempts(rider, quote)) expect(answer.code).toBe('quote_expired');
    const late = await environment.estimate(rider);
    environment.pass(10 * MINUTE);
    for (const answer of await attempts(rider, late)) expect(answer.code).toBe('quote_expired');
    expect(await tools.uses(promo.id)).toEqual({ counted: 0, written: 0 });
  });

  it('can be applied to the quote of a visitor who signs in, who then owns the quote', async () => {
    const rider = await environment.addRider();
    const other = await environment.addRider();
    const promo = await tools.add();
    const quote = await environment.estimate(null);
    expect((await listed(other, quote)).status).toBe(200);
    const answers = await Promise.all([rider, other].map((actor) => tools.apply(actor, quote, promo.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const owner = answers[0]?.status === 200 ? rider : other;
    const stranger = owner === rider ? other : rider;
    expect((await environment.call(stranger, routes.removePromo, quote)).code).toBe('not_found');
    await environment.addDriver();
    const body = { ...(await environment.request(stranger)), estimate: quote };
    expect((await environment.call(stranger, routes.createBooking, null, body)).code).toBe('quote_expired');
    expect((await environment.call(owner, routes.createBooking, null, body)).status).toBe(201);
  });
});

describe('the promos offered beside a quote', () => {
  it('are the valid ones, by highest discount, then those that do not apply, with the reason', async () => {
    const rider = await environment.addRider();
    await environment.addDriver();
    const small = await tools.add({ promo_discount_value: 3 });
    const large = await tools.add({ promo_discount_value: 30 });
    const dear = await tools.add({ min_order: 100_000 });
    const gone = await tools.add({ promo_validity: environment.now() - 1 });
    const used = await tools.add({ promo_discount_value: 4 });
    await environment.book(rider, await tools.request(rider, used.id));
    const spent = await tools.add({ promo_usage_limit: 1 });
    const other = await environment.addRider();
    await environment.book(other, await tools.request(other, spent.id));
    const mine = new Set([small, large, dear, gone, used, spent].map(({ id }) => id));
    const offers = async (actor: Actor, query = '') => {
      const { body } = await listed(actor, await environment.estimate(actor), query);
      return body.items
        .filter(({ id }) => mine.has(id))
        .map(({ id, discount_amount, refusal }) => [id, discount_amount, refusal]);
    };
    const forRider = await offers(rider);
    expect(forRider.slice(0, 2)).toEqual([
      [large.id, 30, null],
      [small.id, 3, null],
    ]);
    expect(new Set(forRider.slice(2).map((one) => one.join()))).toEqual(
      new Set([`${used.id},0,promo_already_used`, `${dear.id},0,promo_below_min_order`]),
    );
    // Uses count for the rider whom the admin chose; riders cannot name another rider.
    const admin = await environment.addAdmin();
    expect(await offers(admin)).toContainEqual([used.id, 4, null]);
    expect(await offers(admin, `?rider=${rider.uid}`)).toContainEqual([used.id, 0, 'promo_already_used']);
    expect(await offers(rider, `?rider=${other.uid}`)).toContainEqual([used.id, 0, 'promo_already_used']);
  });
});
