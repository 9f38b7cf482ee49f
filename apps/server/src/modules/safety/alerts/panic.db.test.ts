// Tests of calls for help: permissions, the view of admins, and resolving.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSafetyEnvironment, type SafetyEnvironment } from '../testing/safety-environment.ts';

let environment: SafetyEnvironment;
beforeAll(async () => {
  environment = await createSafetyEnvironment();
});
afterEach(() => {
  environment.set({ appcat: 'taxi' });
  environment.setSafety({ panic: true, AllowCriticalEditsAdmin: true });
});
afterAll(() => environment.close());

const HERE = { lat: -34.9077, lng: -56.1801 };

describe('a call for help', () => {
  it('shows admins its place, the users on the trip and their contacts', async () => {
    const admin = await environment.addAdmin();
    const { id, rider, driver } = await environment.trip('STARTED');
    environment.stand(driver.uid, { lat: -34.909, lng: -56.181 });
    const answer = await environment.panic(rider, id, { location: HERE });
    expect(answer).toMatchObject({ status: 201, body: { at: environment.now() } });
    const record = await environment.record(id);
    const { body } = await environment.alerts(admin, '?open=true&limit=1');
    expect(body.items[0]).toEqual({
      id: answer.body.id,
      kind: 'panic',
      at: environment.now(),
      lastAt: environment.now(),
      times: 1,
      booking: id,
      reference: record.reference,
      status: 'STARTED',
      raisedBy: 'rider',
      message: null,
      place: HERE,
      position: { lat: -34.909, lng: -56.181, at: environment.now() },
      customer: { uid: rider.uid, name: record.customer_name, contact: record.customer_contact },
      driver: { uid: driver.uid, name: record.driver_name, contact: record.driver_contact },
      driverReplaced: false,
      vehicle_number: 'SAB 1000',
      vehicle_description: 'Chevrolet Onix',
      resolvedAt: null,
      resolvedBy: null,
      note: null,
    });
    expect(await environment.publishedEvents(id)).toEqual(['alert.raised', 'alert.changed']);
  });

  it('without a position has the position of the car', async () => {
    const admin = await environment.addAdmin();
    const { id, driver } = await environment.trip('ACCEPTED');
    environment.stand(driver.uid, HERE);
    await environment.panic(driver, id);
    const { body } = await environment.alerts(admin, '?limit=1');
    expect(body.items[0]).toMatchObject({ booking: id, raisedBy: 'driver', place: HERE });
  });

  it('has no place from a car that was last seen long ago', async () => {
    const admin = await environment.addAdmin();
    const { id, rider, driver } = await environment.trip('STARTED');
    environment.stand(driver.uid, HERE);
    environment.pass(11 * 60_000);
    await environment.panic(rider, id, {});
    expect((await environment.alerts(admin, '?limit=1')).body.items[0]).toMatchObject({
      booking: id,
      place: null,
    });
  });

  it('stays at the place of the caller when it is repeated without one, and the car is elsewhere', async () => {
    const admin = await environment.addAdmin();
    const { id, rider, driver } = await environment.trip('STARTED');
    const place = { lat: -34.9, lng: -56.2 };
    await environment.panic(rider, id, { location: place });
    environment.stand(driver.uid, HERE);
    environment.pass(10_000);
    await environment.panic(rider, id, {});
    expect((await environment.alerts(admin, '?limit=1')).body.items[0]).toMatchObject({ booking: id, place });
  });

  it('of a rider whose driver is still on the trip before has no place, and that driver’s has the car’s', async () => {
    const admin = await environment.addAdmin();
    const { id: before, driver } = await environment.trip('STARTED');
    const { id, rider } = await environment.followOnTrip(before, driver);
    environment.stand(driver.uid, HERE);
    await environment.panic(rider, id);
    const { body } = await environment.alerts(admin, '?limit=1');
    expect(body.items[0]).toMatchObject({ booking: id, raisedBy: 'rider', place: null });
    const next = await environment.trip('STARTED');
    const followOn = await environment.followOnTrip(next.id, next.driver);
    environment.stand(next.driver.uid, HERE);
    await environment.panic(next.driver, followOn.id);
    const { items } = (await environment.alerts(admin, '?limit=1')).body;
    expect(items[0]).toMatchObject({ booking: followOn.id, raisedBy: 'driver', place: HERE });
  });

  it('of a rider whose driver is on the way has no place, and has the car’s once the driver arrived', async () => {
    const admin = await environment.addAdmin();
    const underway = await environment.trip('ACCEPTED');
    environment.stand(underway.driver.uid, HERE);
    await environment.panic(underway.rider, underway.id);
    const { body } = await environment.alerts(admin, '?limit=1');
    expect(body.items[0]).toMatchObject({ booking: underway.id, raisedBy: 'rider', place: null });
    const arrived = await environment.trip('ARRIVED');
    environment.stand(arrived.driver.uid, HERE);
    await environment.panic(arrived.rider, arrived.id);
    const { items } = (await environment.alerts(admin, '?limit=1')).body;
    expect(items[0]).toMatchObject({ booking: arrived.id, place: HERE });
  });

  it('moves to the place that a second call sends a moment later, without counting as another press', async () => {
    const admin = await environment.addAdmin();
    const { id, rider, driver } = await environment.trip('STARTED');
    environment.stand(driver.uid, HERE);
    const at = environment.now();
    await environment.panic(rider, id);
    environment.pass(2_000);
    const place = { lat: -34.9, lng: -56.2 };
    await environment.panic(rider, id, { location: place });
    await environment.panic(rider, id, { location: place });
    const { items } = (await environment.alerts(admin, '?limit=1')).body;
    expect(items[0]).toMatchObject({ booking: id, at, lastAt: at, times: 1, place });
    expect(await environment.publishedEvents(id)).toEqual(['alert.raised', 'alert.changed', 'alert.changed']);
    environment.pass(3_000);
    await environment.panic(rider, id);
    expect((await environment.alerts(admin, '?limit=1')).body.items[0]).toMatchObject({ times: 2, place });
  });

  it('pressed again updates the same alert; a hundred concurrent presses too', async () => {
    const admin = await environment.addAdmin();
    const { id, rider } = await environment.trip('ARRIVED');
    const before = (await environment.alerts(admin)).body.open;
    const answers = await Promise.all(Array.from({ length: 100 }, () => environment.panic(rider, id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await environment.alerts(admin)).body.open).toBe(before + 1);
    expect(await environment.publishedEvents(id)).toEqual(['alert.raised', 'alert.changed']);
    const first = answers[0]?.body.at;
    environment.pass(10_000);
    expect((await environment.panic(rider, id, { location: HERE })).body.at).toBe(first);
    const { items } = (await environment.alerts(admin, '?open=true&limit=1')).body;
    expect(items[0]).toMatchObject({ times: 2, at: first, lastAt: environment.now(), place: HERE });
    expect(await environment.publishedEvents(id)).toEqual(['alert.raised', 'alert.changed', 'alert.changed']);
  });

  it('of the other party is an alert of its own, also with concurrent presses of both', async () => {
    const admin = await environment.addAdmin();
    const { id, rider, driver } = await environment.trip('STARTED');
    await environment.panic(driver, id, { location: HERE });
    environment.pass(10_000);
    const there = { lat: -34.91, lng: -56.17 };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, count) =>
        count % 2 === 0
          ? environment.panic(rider, id, { location: there })
          : environment.panic(driver, id, { location: HERE }),
      ),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(2);
    const { items } = (await environment.alerts(admin, '?open=true&limit=2')).body;
    expect(items).toMatchObject([
      { booking: id, raisedBy: 'rider', times: 1, at: environment.now(), place: there },
      { booking: id, raisedBy: 'driver', times: 2, at: environment.now() - 10_000, place: HERE },
    ]);
    const events = await environment.publishedEvents(id);
    expect(events.filter((name) => name === 'alert.raised')).toHaveLength(2);
  });

  it('repeated with the same key gets the same answer', async () => {
    const { id, rider } = await environment.trip('STARTED');
    const first = await environment.panic(rider, id, {}, 'one-press');
    environment.pass(60_000);
    expect((await environment.panic(rider, id, {}, 'one-press')).body).toEqual(first.body);
    const { rows } = await environment.database.pool.query(
      'select times from safety_alerts where booking = $1',
      [id],
    );
    expect(rows).toEqual([{ times: 1 }]);
  });

  it('requires a taxi service in which the operator enabled it', async () => {
    const { id, rider } = await environment.trip('STARTED');
    environment.setSafety({ panic: false });
    const off = await environment.panic(rider, id);
    expect([off.status, off.code]).toEqual([409, 'panic_off']);
    environment.setSafety({ panic: true });
    await environment.database.pool.query(`update bookings set appcat = 'delivery' where id = $1`, [id]);
    expect((await environment.panic(rider, id)).code).toBe('panic_off');
    expect(await environment.publishedEvents(id)).toEqual([]);
  });

  it('is accepted from acceptance until the payment, and only from the rider and driver of the trip', async () => {
    for (const [status, code] of [
      ['NEW', 'transition_not_allowed'],
      ['ACCEPTED', undefined],
      ['REACHED', undefined],
      ['PAID', 'transition_not_allowed'],
    ] as const) {
      const { id, rider } = await environment.trip(status);
      expect([status, (await environment.panic(rider, id)).code]).toEqual([status, code]);
    }
    const { id } = await environment.trip('STARTED');
    for (const actor of [await environment.addRider(), await environment.addDriver()])
      expect(await environment.panic(actor, id)).toMatchObject({ status: 404, code: 'not_found' });
    expect((await environment.panic(await environment.addAdmin(), id)).status).toBe(403);
    expect((await environment.panic(null, id)).status).toBe(401);
  });

  it('with an invalid position is rejected and raises no alert', async () => {
    const { id, rider } = await environment.trip('STARTED');
    for (const location of [{ lat: 91, lng: 0 }, { lat: 'here' }, { lat: 0 }, 'here'])
      expect((await environment.panic(rider, id, { location })).code).toBe('invalid_input');
    expect(await environment.publishedEvents(id)).toEqual([]);
  });
});

describe('an alert', () => {
  it('is resolved once, by one of two admins, and the next call raises a new one', async () => {
    const one = await environment.addAdmin();
    const two = await environment.addAdmin();
    const { id, rider } = await environment.trip('STARTED');
    const { body: raised } = await environment.panic(rider, id);
    const both = await Promise.all([
      environment.resolve(one, raised.id, { note: 'Called the rider: a mistake' }),
      environment.resolve(two, raised.id, { note: 'Called the driver' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.code).toBe('already_processed');
    const done = both.find(({ status }) => status === 200)?.body;
    expect(done).toMatchObject({
      resolvedAt: environment.now(),
      resolvedBy: expect.stringMatching(/^Ana Number/),
      note: expect.stringMatching(/^Called the/),
    });
    // Open consoles reload the alerts.
    expect(await environment.publishedEvents(id)).toEqual(['alert.raised', 'alert.changed', 'alert.changed']);
    environment.pass(10_000);
    const again = await environment.panic(rider, id);
    expect(again.body.id).not.toBe(raised.id);
    expect(again.body.at).toBe(environment.now());
  });

  it('is for admins only: others can neither read, resolve nor subscribe to it', async () => {
    const { id, rider, driver } = await environment.trip('STARTED');
    const { body } = await environment.panic(rider, id);
    for (const actor of [rider, driver, await environment.addFleetAdmin()]) {
      expect((await environment.alerts(actor)).status).toBe(403);
      expect((await environment.resolve(actor, body.id)).status).toBe(403);
      expect(await environment.alertTopicsFor(actor)).toBeNull();
    }
    expect((await environment.alerts(null)).status).toBe(401);
    expect(await environment.alertTopicsFor(null)).toBeNull();
    expect(await environment.alertTopicsFor(await environment.addAdmin())).toEqual(['alerts:all']);
  });

  it('hides contacts in demonstration mode', async () => {
    const admin = await environment.addAdmin();
    const { id, rider } = await environment.trip('STARTED');
    await environment.panic(rider, id);
    environment.setSafety({ AllowCriticalEditsAdmin: false });
    const { items } = (await environment.alerts(admin, '?limit=1')).body;
    expect(items[0]).toMatchObject({ customer: { contact: null }, driver: { contact: null } });
  });

  it('that is urgent is listed before newer reports among the open ones, on pages of any size', async () => {
    const admin = await environment.addAdmin();
    const { id, rider } = await environment.trip('STARTED');
    const { body: panic } = await environment.panic(rider, id);
    const reports: string[] = [];
    for (let count = 0; count < 3; count++) {
      const trip = await environment.trip('STARTED');
      const report = { about: 'help', message: 'Please call me' };
      reports.push((await environment.report(trip.rider, trip.id, report)).body.id);
    }
    const listed: string[] = [];
    let cursor: string | null = null;
    do {
      const next = cursor === null ? '' : `&cursor=${cursor}`;
      const { body } = await environment.alerts(admin, `?open=true&limit=2${next}`);
      listed.push(...body.items.map((alert) => alert.id));
      cursor = body.nextCursor;
    } while (cursor !== null);
    expect(listed[0]).toBe(panic.id);
    expect(listed.slice(-3)).toEqual(reports.toReversed());
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toHaveLength((await environment.alerts(admin)).body.open);
    expect((await environment.alerts(admin, `?open=true&cursor=${panic.id}`)).code).toBe('invalid_input');
  });

  it('is listed page by page, and an unknown one is not found', async () => {
    const admin = await environment.addAdmin();
    const first = (await environment.alerts(admin, '?limit=2')).body;
    const second = (await environment.alerts(admin, `?limit=2&cursor=${first.nextCursor}`)).body;
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    expect([...ids].sort().reverse()).toEqual(ids);
    expect((await environment.alerts(admin, '?cursor=nonsense')).code).toBe('invalid_input');
    expect((await environment.resolve(admin, '01930000-0000-7000-8000-000000000000')).code).toBe('not_found');
    const note = 'n'.repeat(501);
    expect((await environment.resolve(admin, first.items[0]?.id ?? '', { note })).code).toBe('invalid_input');
  });
});
