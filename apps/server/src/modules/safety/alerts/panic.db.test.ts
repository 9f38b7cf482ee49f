// Help: who may ask for it and when, what the operator is told, and how it is taken care of.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSafetyWorld, type SafetyWorld } from '../testing/safety-world.ts';

let world: SafetyWorld;
beforeAll(async () => {
  world = await createSafetyWorld();
});
afterEach(() => {
  world.set({ appcat: 'taxi' });
  world.setSafety({ panic: true, AllowCriticalEditsAdmin: true });
});
afterAll(() => world.close());

const HERE = { lat: -34.9077, lng: -56.1801 };

describe('a call for help', () => {
  it('tells admins where it is, who is there and how to reach them', async () => {
    const admin = await world.addAdmin();
    const { id, rider, driver } = await world.trip('STARTED');
    world.stand(driver.uid, { lat: -34.909, lng: -56.181 });
    const answer = await world.panic(rider, id, { location: HERE });
    expect(answer).toMatchObject({ status: 201, body: { at: world.now() } });
    const record = await world.record(id);
    const { body } = await world.alerts(admin, '?open=true&limit=1');
    expect(body.items[0]).toEqual({
      ...{ id: answer.body.id, kind: 'panic', at: world.now(), lastAt: world.now(), times: 1 },
      ...{ booking: id, reference: record.reference, status: 'STARTED', raisedBy: 'rider', place: HERE },
      position: { lat: -34.909, lng: -56.181, at: world.now() },
      customer: { uid: rider.uid, name: record.customer_name, contact: record.customer_contact },
      driver: { uid: driver.uid, name: record.driver_name, contact: record.driver_contact },
      ...{ vehicle_number: 'SAB 1000', vehicle_description: 'Chevrolet Onix' },
      ...{ resolvedAt: null, resolvedBy: null, note: null },
    });
    expect(await world.told(id)).toEqual(['alert.raised', 'alert.changed']);
  });

  it('without a place is where the car is', async () => {
    const admin = await world.addAdmin();
    const { id, driver } = await world.trip('ACCEPTED');
    world.stand(driver.uid, HERE);
    await world.panic(driver, id);
    const { body } = await world.alerts(admin, '?limit=1');
    expect(body.items[0]).toMatchObject({ booking: id, raisedBy: 'driver', place: HERE });
  });

  it('pressed again is one alert that says so; a hundred times at once too', async () => {
    const admin = await world.addAdmin();
    const { id, rider, driver } = await world.trip('ARRIVED');
    const before = (await world.alerts(admin)).body.open;
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, count) => world.panic(count % 2 === 0 ? rider : driver, id)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await world.alerts(admin)).body.open).toBe(before + 1);
    expect(await world.told(id)).toEqual(['alert.raised', 'alert.changed']);
    const first = answers[0]?.body.at;
    world.pass(10_000);
    expect((await world.panic(rider, id, { location: HERE })).body.at).toBe(first);
    const { items } = (await world.alerts(admin, '?open=true&limit=1')).body;
    expect(items[0]).toMatchObject({ times: 2, at: first, lastAt: world.now(), place: HERE });
    expect(await world.told(id)).toEqual(['alert.raised', 'alert.changed', 'alert.changed']);
  });

  it('sent again with the same key has the same answer', async () => {
    const { id, rider } = await world.trip('STARTED');
    const first = await world.panic(rider, id, {}, 'one-press');
    world.pass(60_000);
    expect((await world.panic(rider, id, {}, 'one-press')).body).toEqual(first.body);
    const { rows } = await world.database.pool.query('select times from safety_alert where booking = $1', [
      id,
    ]);
    expect(rows).toEqual([{ times: 1 }]);
  });

  it('is for taxis, where the operator has it on', async () => {
    const { id, rider } = await world.trip('STARTED');
    world.setSafety({ panic: false });
    expect((await world.panic(rider, id)).code).toBe('unavailable');
    world.setSafety({ panic: true });
    await world.database.pool.query(`update booking set appcat = 'delivery' where id = $1`, [id]);
    expect((await world.panic(rider, id)).code).toBe('unavailable');
    expect(await world.told(id)).toEqual([]);
  });

  it('is heard from acceptance until the cash is collected, and of those on the trip alone', async () => {
    for (const [status, code] of [
      ['NEW', 'transition_not_allowed'],
      ['ACCEPTED', undefined],
      ['REACHED', undefined],
      ['PAID', 'transition_not_allowed'],
    ] as const) {
      const { id, rider } = await world.trip(status);
      expect([status, (await world.panic(rider, id)).code]).toEqual([status, code]);
    }
    const { id } = await world.trip('STARTED');
    for (const actor of [await world.addRider(), await world.addDriver()])
      expect(await world.panic(actor, id)).toMatchObject({ status: 404, code: 'not_found' });
    expect((await world.panic(await world.addAdmin(), id)).status).toBe(403);
    expect((await world.panic(null, id)).status).toBe(401);
  });

  it('with a place that is none is refused and alerts nobody', async () => {
    const { id, rider } = await world.trip('STARTED');
    for (const location of [{ lat: 91, lng: 0 }, { lat: 'here' }, { lat: 0 }, 'here'])
      expect((await world.panic(rider, id, { location })).code).toBe('invalid_input');
    expect(await world.told(id)).toEqual([]);
  });
});

describe('an alert', () => {
  it('is taken care of once, by one of two admins, and the next call is a new one', async () => {
    const [one, two] = [await world.addAdmin(), await world.addAdmin()];
    const { id, rider } = await world.trip('STARTED');
    const { body: raised } = await world.panic(rider, id);
    const both = await Promise.all([
      world.resolve(one, raised.id, { note: 'Called the rider: a mistake' }),
      world.resolve(two, raised.id, { note: 'Called the driver' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.code).toBe('already_processed');
    const done = both.find(({ status }) => status === 200)?.body;
    expect(done).toMatchObject({
      resolvedAt: world.now(),
      resolvedBy: expect.stringMatching(/^Ana Number/),
      note: expect.stringMatching(/^Called the/),
    });
    // Consoles that are open read the alerts again.
    expect(await world.told(id)).toEqual(['alert.raised', 'alert.changed', 'alert.changed']);
    world.pass(10_000);
    const again = await world.panic(rider, id);
    expect(again.body.id).not.toBe(raised.id);
    expect(again.body.at).toBe(world.now());
  });

  it('is for admins: others neither read, nor resolve, nor hear of it', async () => {
    const { id, rider, driver } = await world.trip('STARTED');
    const { body } = await world.panic(rider, id);
    for (const actor of [rider, driver, await world.addFleetAdmin()]) {
      expect((await world.alerts(actor)).status).toBe(403);
      expect((await world.resolve(actor, body.id)).status).toBe(403);
      expect(await world.hearsAlerts(actor)).toBeNull();
    }
    expect((await world.alerts(null)).status).toBe(401);
    expect(await world.hearsAlerts(null)).toBeNull();
    expect(await world.hearsAlerts(await world.addAdmin())).toEqual(['alerts:all']);
  });

  it('hides contacts in a showcase', async () => {
    const admin = await world.addAdmin();
    const { id, rider } = await world.trip('STARTED');
    await world.panic(rider, id);
    world.setSafety({ AllowCriticalEditsAdmin: false });
    const { items } = (await world.alerts(admin, '?limit=1')).body;
    expect(items[0]).toMatchObject({ customer: { contact: null }, driver: { contact: null } });
  });

  it('is found page by page, and unknown ones are not there', async () => {
    const admin = await world.addAdmin();
    const first = (await world.alerts(admin, '?limit=2')).body;
    const second = (await world.alerts(admin, `?limit=2&cursor=${first.nextCursor}`)).body;
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    expect([...ids].sort().reverse()).toEqual(ids);
    expect((await world.alerts(admin, '?cursor=nonsense')).code).toBe('invalid_input');
    expect((await world.resolve(admin, '01930000-0000-7000-8000-000000000000')).code).toBe('not_found');
    const note = 'n'.repeat(501);
    expect((await world.resolve(admin, first.items[0]?.id ?? '', { note })).code).toBe('invalid_input');
  });
});
