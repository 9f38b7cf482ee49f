// A trip shown to somebody else: by whom, to whom, how much of it, and for how long.

import { routes } from '@kerb/contract';
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSafetyWorld, type SafetyWorld } from '../testing/safety-world.ts';

let world: SafetyWorld;
beforeAll(async () => {
  world = await createSafetyWorld();
});
afterAll(() => world.close());

const HOUR = 60 * MS_PER_MINUTE;

describe('a link to a trip', () => {
  it('shows the car, the plate, the first name, the place and the time, and nothing else', async () => {
    const { id, rider, driver } = await world.trip('STARTED');
    world.stand(driver.uid, { lat: -34.91, lng: -56.18 });
    world.setAhead({ to: 'drop', time_in_secs: 300 });
    const { body } = await world.share(rider, id);
    expect(body.url).toBe(`http://kerb.example/t/${body.token}`);
    const shown = await world.look(body.token);
    expect(shown.body).toEqual({
      status: 'STARTED',
      driver_name: 'Ana',
      vehicle_number: 'SAB 1000',
      vehicle_description: 'Chevrolet Onix',
      carTypeName: 'Economy',
      carImage: world.carType.image,
      position: { lat: -34.91, lng: -56.18, at: world.now(), heading: null },
      eta: { to: 'drop', time_in_secs: 300 },
      endedAt: null,
      expiresAt: world.now() + 24 * HOUR,
    });
    const { reference, customer_name, customer_contact } = await world.record(id);
    for (const secret of [id, reference, customer_name, customer_contact, 'Plaza', 'Artigas', rider.uid])
      expect(JSON.stringify(shown.body)).not.toContain(secret);
    expect(shown.headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    world.setAhead(null);
  });

  it('is the same while it lives, each person’s own, and ends when that person says so', async () => {
    const { id, rider, driver } = await world.trip('ACCEPTED');
    const first = (await world.share(rider, id)).body.token;
    expect((await world.share(rider, id)).body.token).toBe(first);
    const ofDriver = (await world.share(driver, id)).body.token;
    expect(ofDriver).not.toBe(first);
    expect((await world.unshare(rider, id)).status).toBe(204);
    expect((await world.look(first)).code).toBe('link_expired');
    expect((await world.look(ofDriver)).status).toBe(200);
    expect((await world.unshare(rider, id)).status).toBe(204);
    const second = (await world.share(rider, id)).body.token;
    expect(second).not.toBe(first);
    expect((await world.look(second)).status).toBe(200);
    expect((await world.look(first)).code).toBe('link_expired');
  });

  it('is one, however many ask for it at once', async () => {
    const { id, rider } = await world.trip('ACCEPTED');
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.share(rider, id)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1);
  });

  it('shows no place once the trip is over, and nothing half an hour later', async () => {
    const { id, rider, driver } = await world.trip('STARTED');
    const { token } = (await world.share(rider, id)).body;
    world.pass(600_000);
    world.stand(driver.uid, { lat: -34.9121, lng: -56.1645 });
    await world.call(driver, routes.reachBooking, id);
    const endedAt = world.now();
    const after = await world.look(token);
    expect(after.body).toMatchObject({ position: null, eta: null, endedAt });
    expect(after.body.expiresAt).toBe(endedAt + 30 * MS_PER_MINUTE);
    world.pass(30 * MS_PER_MINUTE - 1);
    expect((await world.look(token)).status).toBe(200);
    world.pass(1);
    expect(await world.look(token)).toMatchObject({ status: 410, code: 'link_expired' });
  });

  it('lives a day at most, and another one takes its place then', async () => {
    const { id, rider } = await world.trip('STARTED');
    const { token } = (await world.share(rider, id)).body;
    world.pass(24 * HOUR);
    expect((await world.look(token)).code).toBe('link_expired');
    const next = (await world.share(rider, id)).body;
    expect(next.token).not.toBe(token);
    expect((await world.look(next.token)).status).toBe(200);
    world.pass(31 * 24 * HOUR);
    await world.removeOldLinks();
    expect((await world.look(token)).code).toBe('not_found');
  });

  it('cannot be made from what the database keeps', async () => {
    const { id, rider } = await world.trip('ACCEPTED');
    const { token } = (await world.share(rider, id)).body;
    const { rows } = await world.database.pool.query('select * from share_link where booking = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const { hashOfToken, shareToken } = await import('./share-token.ts');
    expect(rows[0].token_hash).toEqual(hashOfToken(token));
    expect(shareToken('another secret', rows[0].id)).not.toBe(token);
  });
});

describe('sharing is refused', () => {
  it('to everybody who is not on the trip', async () => {
    const { id, rider } = await world.trip('ACCEPTED');
    const [otherRider, otherDriver] = [await world.addRider(), await world.addDriver()];
    for (const actor of [otherRider, otherDriver]) {
      expect(await world.share(actor, id)).toMatchObject({ status: 404, code: 'not_found' });
      expect(await world.unshare(actor, id)).toMatchObject({ status: 404 });
    }
    expect(await world.share(await world.addAdmin(), id)).toMatchObject({ status: 403 });
    expect(await world.share(null, id)).toMatchObject({ status: 401 });
    const missing = '01930000-0000-7000-8000-000000000000';
    expect(await world.share(rider, missing)).toMatchObject({ status: 404 });
  });

  it('before a driver comes and after the trip', async () => {
    const waiting = await world.trip('NEW');
    expect((await world.share(waiting.rider, waiting.id)).code).toBe('transition_not_allowed');
    const paid = await world.trip('PAID');
    for (const actor of [paid.rider, paid.driver])
      expect((await world.share(actor, paid.id)).code).toBe('transition_not_allowed');
  });

  it('for tokens nobody was given', async () => {
    expect((await world.look('a'.repeat(43))).code).toBe('not_found');
    for (const garbage of [
      'short',
      'a'.repeat(65),
      'a'.repeat(10_000),
      '../../bookings',
      "'; drop table--",
      '%00'.repeat(9),
    ])
      expect([400, 404, 414]).toContain((await world.look(garbage)).status);
  });
});
