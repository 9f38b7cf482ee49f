// Tests of trips shared by link: permissions, the data that is shown, and expiry.

import { routes } from '@kerb/contract';
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSafetyEnvironment, type SafetyEnvironment } from '../testing/safety-environment.ts';

let environment: SafetyEnvironment;
beforeAll(async () => {
  environment = await createSafetyEnvironment();
});
afterAll(() => environment.close());

const HOUR = 60 * MS_PER_MINUTE;

describe('a link to a trip', () => {
  it('shows car, plate, first name, position and time, and nothing else', async () => {
    const { id, rider, driver } = await environment.trip('STARTED');
    environment.stand(driver.uid, { lat: -34.91, lng: -56.18 });
    environment.setAhead({ to: 'drop', time_in_secs: 300 });
    const { body } = await environment.share(rider, id);
    expect(body.url).toBe(`http://kerb.example/t/${body.token}`);
    const shown = await environment.look(body.token);
    expect(shown.body).toEqual({
      status: 'STARTED',
      tripdate: (await environment.record(id)).tripdate,
      bookLater: false,
      driver_name: 'Ana',
      vehicle_number: 'SAB 1000',
      vehicle_description: 'Chevrolet Onix',
      carType: environment.carType.id,
      carTypeName: 'Economy',
      carImage: environment.carType.image,
      position: { lat: -34.91, lng: -56.18, at: environment.now(), heading: null },
      eta: { to: 'drop', time_in_secs: 300 },
      endedAt: null,
      expiresAt: environment.now() + 24 * HOUR,
    });
    const { reference, customer_name, customer_contact } = await environment.record(id);
    for (const secret of [id, reference, customer_name, customer_contact, 'Plaza', 'Artigas', rider.uid])
      expect(JSON.stringify(shown.body)).not.toContain(secret);
    expect(shown.headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    environment.setAhead(null);
  });

  it('shows the car of a follow-on trip only after the trip before it has ended', async () => {
    const before = await environment.trip('STARTED');
    const { id, rider } = await environment.followOnTrip(before.id, before.driver);
    environment.setAhead({ to: 'pickup', time_in_secs: 300 });
    const { token } = (await environment.share(rider, id)).body;
    const hidden = { status: 'ACCEPTED', driver_name: 'Ana', position: null, eta: null };
    expect((await environment.look(token)).body).toMatchObject(hidden);
    environment.pass(600_000);
    environment.stand(before.driver.uid, { lat: -34.9121, lng: -56.1645 });
    for (const route of [routes.reachBooking, routes.collectBooking])
      await environment.call(before.driver, route, before.id);
    expect((await environment.look(token)).body).toMatchObject({
      status: 'ACCEPTED',
      position: { lat: -34.9121, lng: -56.1645 },
      eta: { to: 'pickup', time_in_secs: 300 },
    });
    environment.setAhead(null);
  });

  it('is the same until it expires, separate for each user, and ends when that user revokes it', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    const first = (await environment.share(rider, id)).body.token;
    expect((await environment.share(rider, id)).body.token).toBe(first);
    const ofDriver = (await environment.share(driver, id)).body.token;
    expect(ofDriver).not.toBe(first);
    expect((await environment.unshare(rider, id)).status).toBe(204);
    expect((await environment.look(first)).code).toBe('link_expired');
    expect((await environment.look(ofDriver)).status).toBe(200);
    expect((await environment.unshare(rider, id)).status).toBe(204);
    const second = (await environment.share(rider, id)).body.token;
    expect(second).not.toBe(first);
    expect((await environment.look(second)).status).toBe(200);
    expect((await environment.look(first)).code).toBe('link_expired');
  });

  it('of a driver ends when the booking is taken from them; the rider’s link stays valid', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    const ofDriver = (await environment.share(driver, id)).body.token;
    const ofRider = (await environment.share(rider, id)).body.token;
    const admin = await environment.addAdmin();
    const next = await environment.addDriver();
    const change = { from: driver.uid, to: next.uid };
    expect((await environment.call(admin, routes.reassignBooking, id, change)).status).toBe(200);
    expect((await environment.look(ofDriver)).code).toBe('link_expired');
    expect((await environment.call(next, routes.acceptBooking, id)).status).toBe(200);
    expect((await environment.look(ofDriver)).code).toBe('link_expired');
    expect((await environment.look(ofRider)).body).toMatchObject({ status: 'ACCEPTED', driver_name: 'Ana' });
  });

  it('is created once, however many requests arrive at once', async () => {
    const { id, rider } = await environment.trip('ACCEPTED');
    const answers = await Promise.all(Array.from({ length: 20 }, () => environment.share(rider, id)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1);
  });

  it('shows no position once the trip is over, and expires half an hour later', async () => {
    const { id, rider, driver } = await environment.trip('STARTED');
    const { token } = (await environment.share(rider, id)).body;
    environment.pass(600_000);
    environment.stand(driver.uid, { lat: -34.9121, lng: -56.1645 });
    await environment.call(driver, routes.reachBooking, id);
    const endedAt = environment.now();
    const after = await environment.look(token);
    expect(after.body).toMatchObject({ position: null, eta: null, endedAt });
    expect(after.body.expiresAt).toBe(endedAt + 30 * MS_PER_MINUTE);
    environment.pass(30 * MS_PER_MINUTE - 1);
    expect((await environment.look(token)).status).toBe(200);
    environment.pass(1);
    expect(await environment.look(token)).toMatchObject({ status: 410, code: 'link_expired' });
  });

  it('is valid for at most a day, and is replaced by another one then', async () => {
    const { id, rider } = await environment.trip('STARTED');
    const { token } = (await environment.share(rider, id)).body;
    environment.pass(24 * HOUR);
    expect((await environment.look(token)).code).toBe('link_expired');
    const next = (await environment.share(rider, id)).body;
    expect(next.token).not.toBe(token);
    expect((await environment.look(next.token)).status).toBe(200);
    environment.pass(31 * 24 * HOUR);
    await environment.removeOldLinks();
    expect((await environment.look(token)).code).toBe('not_found');
  });

  it('cannot be derived from the stored data', async () => {
    const { id, rider } = await environment.trip('ACCEPTED');
    const { token } = (await environment.share(rider, id)).body;
    const { rows } = await environment.database.pool.query('select * from share_links where booking = $1', [
      id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const { hashOfToken, shareToken } = await import('./share-token.ts');
    expect(rows[0].token_hash).toEqual(hashOfToken(token));
    expect(shareToken('another secret', rows[0].id)).not.toBe(token);
  });
});

describe('sharing is rejected', () => {
  it('to callers who are not on the trip', async () => {
    const { id, rider } = await environment.trip('ACCEPTED');
    const otherRider = await environment.addRider();
    const otherDriver = await environment.addDriver();
    for (const actor of [otherRider, otherDriver]) {
      expect(await environment.share(actor, id)).toMatchObject({ status: 404, code: 'not_found' });
      expect(await environment.unshare(actor, id)).toMatchObject({ status: 404 });
    }
    expect(await environment.share(await environment.addAdmin(), id)).toMatchObject({ status: 403 });
    expect(await environment.share(null, id)).toMatchObject({ status: 401 });
    const missing = '01930000-0000-7000-8000-000000000000';
    expect(await environment.share(rider, missing)).toMatchObject({ status: 404 });
  });

  it('before a driver accepts and after the trip', async () => {
    const waiting = await environment.trip('NEW');
    expect((await environment.share(waiting.rider, waiting.id)).code).toBe('transition_not_allowed');
    const paid = await environment.trip('PAID');
    for (const actor of [paid.rider, paid.driver])
      expect((await environment.share(actor, paid.id)).code).toBe('transition_not_allowed');
  });

  it('for tokens that were never issued', async () => {
    expect((await environment.look('a'.repeat(43))).code).toBe('not_found');
    for (const garbage of [
      'short',
      'a'.repeat(65),
      'a'.repeat(10_000),
      '../../bookings',
      "'; drop table--",
      '%00'.repeat(9),
    ])
      expect([400, 404, 414]).toContain((await environment.look(garbage)).status);
  });
});

describe('the tracking link of a confirmation', () => {
  it('is valid before a driver accepts and until the end of the trip, and is the rider’s own', async () => {
    const { id, rider } = await environment.trip('NEW');
    const token = (await environment.trackingToken(id)) ?? '';
    expect(await environment.trackingToken(id)).toBe(token);
    expect((await environment.look(token)).body).toMatchObject({
      status: 'NEW',
      driver_name: null,
      vehicle_number: null,
      position: null,
    });
    await environment.call(rider, routes.cancelBooking, id, { reason: 'Other' });
    expect(await environment.trackingToken(id)).toBeNull();
    expect((await environment.look(token)).body.status).toBe('CANCELLED');
    expect(await environment.trackingToken(rider.uid)).toBeNull();
  });

  it('of a later trip is valid until a day after its time, and is not deleted before', async () => {
    const tripdate = environment.now() + 40 * 24 * HOUR;
    const { id } = await environment.trip('NEW', { bookLater: true, tripdate });
    const token = (await environment.trackingToken(id)) ?? '';
    environment.pass(40 * 24 * HOUR);
    await environment.removeOldLinks();
    expect((await environment.look(token)).body).toMatchObject({ bookLater: true, tripdate });
    environment.pass(24 * HOUR);
    expect((await environment.look(token)).code).toBe('link_expired');
    environment.pass(31 * 24 * HOUR);
    await environment.removeOldLinks();
    expect((await environment.look(token)).code).toBe('not_found');
  });
});
