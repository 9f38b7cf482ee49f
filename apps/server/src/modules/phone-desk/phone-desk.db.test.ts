// Tests of the phone desk over HTTP: callers, their bookings, notes, calls of a telephone system, and confirmations.
import { type Caller, type Desk, type DeskCall, type RiderAtDesk, routes } from '@kerb/contract';
import { MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { type BookingEnvironment, createBookingEnvironment } from '../booking/testing/booking-environment.ts';
import { callSignature, createRemoveOldCalls } from './announce-call.ts';
import { createPhoneDeskModule } from './index.ts';

const SECRET = 'the secret of the telephone';

let environment: BookingEnvironment;
let admin: Actor;
beforeAll(async () => {
  const more = { callsSecret: SECRET, publicUrl: 'https://kerb.example' };
  environment = await createBookingEnvironment(
    {},
    { more: (parts) => [createPhoneDeskModule({ ...parts, ...more })] },
  );
  admin = await addAdmin();
});
afterAll(() => environment.close());

/** An admin with a stored session, in which they take calls. */
async function addAdmin(): Promise<Actor> {
  const actor = await environment.addAdmin();
  await environment.database.pool.query(
    `insert into sessions (id, token_hash, uid, created_at, last_seen_at, expires_at)
     values ($1::uuid, sha256(uuid_send($1::uuid)), $2, 1, 1, $3)`,
    [actor.sessionId, actor.uid, environment.now() + 30 * 24 * MS_PER_HOUR],
  );
  return actor;
}

const mobileOf = async ({ uid }: Actor) => (await environment.identity.userOf(uid))?.mobile ?? '';
const find = (number: string) =>
  environment.call<Caller>(
    admin,
    routes.findCaller,
    null,
    undefined,
    `?number=${encodeURIComponent(number)}`,
  );
const riderAtDesk = async ({ uid }: Actor) =>
  (await environment.call<RiderAtDesk>(admin, routes.getRiderAtDesk, uid)).body;
const eventsNamed = async (name: string) => {
  const { rows } = await environment.database.pool.query('select data from outbox_events where name = $1', [
    name,
  ]);
  return rows.map(({ data }) => data);
};

describe('a caller', () => {
  it('is found by phone number in any notation', async () => {
    const rider = await environment.addRider();
    const mobile = await mobileOf(rider);
    const spaced = `${mobile.slice(0, 4)} ${mobile.slice(4, 7)}-${mobile.slice(7)}`;
    expect((await find(spaced)).body).toEqual({ rider: rider.uid, isOtherUser: false });
  });

  it('is not found when the number is unknown or not a rider’s', async () => {
    expect((await find('+59899999998')).body).toMatchObject({ rider: null, isOtherUser: false });
    const driver = await environment.addDriver();
    expect((await find(await mobileOf(driver))).body).toMatchObject({ rider: null, isOtherUser: true });
  });

  it('is not found in demonstration mode', async () => {
    const rider = await environment.addRider();
    const driver = await environment.addDriver();
    environment.set({ AllowCriticalEditsAdmin: false });
    for (const user of [rider, driver])
      expect((await find(await mobileOf(user))).body).toEqual({ rider: null, isOtherUser: false });
    environment.set({ AllowCriticalEditsAdmin: true });
  });

  it.each(['12', 'anonymous', '+5989900000000000000'])('with %j as a number is refused', async (number) => {
    expect(await find(number)).toMatchObject({ status: 422, code: 'invalid_mobile' });
  });

  it('has the earlier trips, each distinct place once, and the open bookings', async () => {
    const rider = await environment.addRider();
    const first = await environment.book(rider);
    await environment.call(rider, routes.cancelBooking, first, { reason: 'Other' });
    const back = await environment.request(rider);
    const { pickup, drop } = back;
    environment.pass(1000);
    const turned = { pickup: drop, drop: pickup };
    const second = await environment.book(rider, {
      ...turned,
      estimate: await environment.estimate(rider, turned),
    });
    environment.pass(1000);
    const third = await environment.book(rider);
    const seen = await riderAtDesk(rider);
    expect(seen.trips.map(({ booking, times }) => [booking, times])).toEqual([
      [third, 2],
      [second, 1],
    ]);
    expect(seen.trips[1]).toMatchObject({ pickup: drop, drop: pickup, carType: environment.carType.id });
    expect(seen.open.map(({ booking, status }) => [booking, status])).toEqual([
      [second, 'NEW'],
      [third, 'NEW'],
    ]);
  });

  it('has no trips of other riders', async () => {
    const rider = await environment.addRider();
    await environment.book(await environment.addRider());
    expect(await riderAtDesk(rider)).toMatchObject({ trips: [], open: [], notes: '' });
  });
});

describe('notes about a rider', () => {
  const write = (rider: string, notes: string, seen?: string) =>
    environment.call(admin, routes.editRiderNotes, rider, { notes, ...(seen === undefined ? {} : { seen }) });

  it('can be written, changed and emptied', async () => {
    const rider = await environment.addRider();
    expect((await write(rider.uid, ' Needs a ramp. ')).status).toBe(204);
    expect((await riderAtDesk(rider)).notes).toBe('Needs a ramp.');
    await write(rider.uid, 'Rings twice.');
    expect((await riderAtDesk(rider)).notes).toBe('Rings twice.');
    await write(rider.uid, '');
    expect((await riderAtDesk(rider)).notes).toBe('');
  });

  it('of another dispatcher are not replaced unseen', async () => {
    const rider = await environment.addRider();
    expect((await write(rider.uid, 'Needs a ramp.', '')).status).toBe(204);
    expect(await write(rider.uid, 'Rings twice.', '')).toMatchObject({ status: 409, code: 'conflict' });
    expect((await riderAtDesk(rider)).notes).toBe('Needs a ramp.');
    expect((await write(rider.uid, 'Needs a ramp.', '')).status).toBe(204);
    expect((await write(rider.uid, 'Rings twice.', 'Needs a ramp.')).status).toBe(204);
    expect((await riderAtDesk(rider)).notes).toBe('Rings twice.');
  });

  it('are for riders only, at most 500 characters long, and read-only in demonstration mode', async () => {
    const driver = await environment.addDriver();
    const rider = await environment.addRider();
    expect((await write(driver.uid, 'x')).code).toBe('not_found');
    expect((await write(rider.uid, 'x'.repeat(501))).code).toBe('invalid_input');
    environment.set({ AllowCriticalEditsAdmin: false });
    expect((await write(rider.uid, 'x')).code).toBe('demo_mode');
    environment.set({ AllowCriticalEditsAdmin: true });
  });
});

const secondsNow = () => Math.floor(environment.now() / 1000);
let announced = 0;

async function announce(
  change: { call?: string; caller?: unknown; extension?: string },
  sign: (seconds: number, body: Buffer) => string = (seconds, body) =>
    `t=${seconds},v1=${callSignature(SECRET, seconds, body)}`,
): Promise<{ status: number; code?: string }> {
  announced += 1;
  const body = Buffer.from(JSON.stringify({ call: `call ${announced}`, caller: null, ...change }));
  const response = await environment.server.inject({
    method: 'POST',
    url: '/api/v1/phone-desk/calls',
    headers: { 'content-type': 'application/json', 'x-kerb-signature': sign(secondsNow(), body) },
    payload: body,
  });
  return { status: response.statusCode, code: response.body === '' ? undefined : response.json().code };
}

const setDesk = async (actor: Actor, takesCalls: boolean, extension: string | null = null) =>
  (await environment.call<Desk>(actor, routes.setDesk, null, { takesCalls, extension })).body;
const callersAt = async (actor: Actor) =>
  (await environment.call<Desk>(actor, routes.getDesk, null)).body.calls.map(({ caller }) => caller);
const waitingAt = async (actor: Actor) =>
  (await environment.call<Desk>(actor, routes.getDesk, null)).body.calls;

describe('a call', () => {
  it('rings at admins who take calls, with the name of a known caller', async () => {
    const desk = await addAdmin();
    const rider = await environment.addRider();
    const mobile = await mobileOf(rider);
    expect(await setDesk(desk, true)).toMatchObject({ takesCalls: true, announces: true });
    expect(await announce({ caller: mobile })).toEqual({ status: 204, code: undefined });
    const [call] = await waitingAt(desk);
    const { firstName, lastName } = (await environment.identity.userOf(rider.uid)) ?? {};
    expect(call).toMatchObject({ caller: mobile, name: `${firstName} ${lastName}` });
    expect(await callersAt(await addAdmin())).toEqual([]);
    await setDesk(desk, false);
    expect(await callersAt(desk)).toEqual([]);
    environment.pass(3 * MS_PER_MINUTE);
  });

  it('rings at the desk of its extension, and at every desk when that one is unattended', async () => {
    const one = await addAdmin();
    const two = await addAdmin();
    await setDesk(one, true, '101');
    await setDesk(two, true, '102');
    await announce({ caller: '+59824000001', extension: '101' });
    await announce({ caller: '+59824000002', extension: '103' });
    await announce({ caller: '+59824000003' });
    expect((await callersAt(one)).toSorted()).toEqual(['+59824000001', '+59824000002', '+59824000003']);
    expect((await callersAt(two)).toSorted()).toEqual(['+59824000002', '+59824000003']);
    environment.pass(3 * MS_PER_MINUTE);
    expect(await callersAt(one)).toEqual([]);
  });

  it('rings at every desk once the session has ended in which its extension took calls', async () => {
    const left = await addAdmin();
    const stays = await addAdmin();
    await setDesk(left, true, '201');
    await setDesk(stays, true, '202');
    await announce({ caller: '+59824000021', extension: '201' });
    expect(await callersAt(stays)).toEqual([]);
    await environment.database.pool.query('delete from sessions where id = $1', [left.sessionId]);
    expect(await callersAt(stays)).toEqual(['+59824000021']);
    const { body } = await environment.call<Desk>(left, routes.getDesk, null);
    expect(body).toMatchObject({ takesCalls: false, extension: null });
    expect(
      (await environment.call(left, routes.setDesk, null, { takesCalls: true, extension: null })).code,
    ).toBe('not_logged_in');
    environment.pass(3 * MS_PER_MINUTE);
  });

  it('rings at every desk after eight hours without a call taken at its extension', async () => {
    const left = await addAdmin();
    const stays = await addAdmin();
    await setDesk(left, true, '301');
    environment.pass(5 * MS_PER_HOUR);
    await announce({ caller: '+59824000031', extension: '301' });
    const [call] = await waitingAt(left);
    expect((await environment.call(left, routes.takeCall, call?.id ?? '')).status).toBe(200);
    // Taking a call counts from its time, not from the start of the shift.
    environment.pass(8 * MS_PER_HOUR - MS_PER_MINUTE);
    await setDesk(stays, true, '302');
    await announce({ caller: '+59824000032', extension: '301' });
    expect(await callersAt(stays)).toEqual([]);
    environment.pass(MS_PER_MINUTE);
    expect(await callersAt(stays)).toEqual(['+59824000032']);
    expect(await callersAt(left)).toEqual([]);
    expect((await environment.call<Desk>(left, routes.getDesk, null)).body.takesCalls).toBe(false);
    environment.pass(3 * MS_PER_MINUTE);
  });

  it.each([null, '', 'anonymous', 'Private'])('of a hidden number (%j) has no caller', async (caller) => {
    const desk = await addAdmin();
    await setDesk(desk, true);
    await announce({ caller });
    expect(await callersAt(desk)).toEqual([null]);
    environment.pass(3 * MS_PER_MINUTE);
  });

  it('announced twice is stored once, and publishes an event to the consoles', async () => {
    const desk = await addAdmin();
    await setDesk(desk, true);
    const before = (await eventsNamed('call.changed')).length;
    await announce({ call: 'the same', caller: '099 12' });
    await announce({ call: 'the same', caller: '099 12' });
    expect(await callersAt(desk)).toEqual(['099 12']);
    expect(await eventsNamed('call.changed')).toHaveLength(before + 1);
    environment.pass(3 * MS_PER_MINUTE);
  });

  it('is assigned to the first of several admins who answer at once', async () => {
    const desks: Actor[] = [];
    for (let number = 0; number < 4; number += 1) desks.push(await addAdmin());
    await Promise.all(desks.map((desk) => setDesk(desk, true)));
    await announce({ caller: '+59824000009' });
    const [call] = await waitingAt(desks[0] ?? admin);
    const id = call?.id ?? '';
    const answers = await Promise.all(
      desks.map((desk) => environment.call<DeskCall>(desk, routes.takeCall, id)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'call_taken')).toHaveLength(3);
    const winner = desks[answers.findIndex(({ status }) => status === 200)] ?? admin;
    expect((await environment.call<DeskCall>(winner, routes.takeCall, id)).body.caller).toBe('+59824000009');
    expect(await callersAt(winner)).toEqual([]);
  });

  it('is rejected without a valid signature, and when the signed time is old', async () => {
    const body = { caller: '+59824000010' };
    expect(await announce(body, () => '')).toMatchObject({ status: 401, code: 'webhook_refused' });
    const other = (seconds: number, bytes: Buffer) =>
      `t=${seconds},v1=${callSignature('another secret', seconds, bytes)}`;
    expect((await announce(body, other)).code).toBe('webhook_refused');
    const ofAnotherBody = (seconds: number) =>
      `t=${seconds},v1=${callSignature(SECRET, seconds, Buffer.from('{}'))}`;
    expect((await announce(body, ofAnotherBody)).code).toBe('webhook_refused');
    const old = (seconds: number, bytes: Buffer) =>
      `t=${seconds - 301},v1=${callSignature(SECRET, seconds - 301, bytes)}`;
    expect((await announce(body, old)).code).toBe('webhook_refused');
    expect((await announce({ caller: 7 })).code).toBe('invalid_input');
  });

  it('is deleted after a day', async () => {
    const { queries } = environment.database;
    const countCalls = async () =>
      (await environment.database.pool.query('select count(*)::int as count from phone_calls')).rows[0].count;
    await announce({ caller: '+59824000011' });
    const remove = createRemoveOldCalls({ db: queries, clock: { now: environment.now } });
    await remove();
    expect(await countCalls()).toBeGreaterThan(0);
    environment.pass(24 * MS_PER_HOUR + 1);
    await remove();
    expect(await countCalls()).toBe(0);
  });
});

it('desks of admins who have taken no call for long are deleted', async () => {
  const idle = await addAdmin();
  await setDesk(idle, true, '401');
  const remove = createRemoveOldCalls({
    db: environment.database.queries,
    clock: { now: environment.now },
  });
  const desksOfIdle = async () =>
    (await environment.database.pool.query('select from phone_desks where uid = $1', [idle.uid])).rowCount;
  environment.pass(8 * MS_PER_HOUR - 1);
  await remove();
  expect(await desksOfIdle()).toBe(1);
  environment.pass(1);
  await remove();
  expect(await desksOfIdle()).toBe(0);
});

describe('a confirmation', () => {
  it('can be requested with the address of the server, for an open booking', async () => {
    const { id, rider } = await environment.trip('NEW');
    expect((await environment.call(admin, routes.confirmBooking, id)).status).toBe(204);
    expect(await eventsNamed('booking.confirmation')).toContainEqual({
      booking_id: id,
      origin: 'https://kerb.example',
    });
    await environment.call(rider, routes.cancelBooking, id, { reason: 'Other' });
    expect((await environment.call(admin, routes.confirmBooking, id)).code).toBe('transition_not_allowed');
    expect((await environment.call(admin, routes.confirmBooking, rider.uid)).code).toBe('not_found');
  });
});
