// Chats end to end on a real database: who may, when, what is kept of a message, read marks, notices, races.
import { routes } from '@kerb/contract';
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { type ChatWorld, createChatWorld } from './testing/chat-world.ts';

let world: ChatWorld;
beforeAll(async () => {
  world = await createChatWorld({ timezone: 'America/Montevideo' });
});
afterAll(() => world?.close());

const messagesOf = async (actor: Actor, id: string) =>
  (await world.list(actor, id)).body.items.map(({ message }) => message);

describe('a message', () => {
  it('has the fields of the specification, on the operator’s calendar and clock', async () => {
    const { id, rider, driver } = await world.trip('ACCEPTED');
    const answer = await world.write(rider, id, 'I am at the corner');
    expect(answer.status).toBe(201);
    const local = new Date(world.now() - 3 * 60 * MS_PER_MINUTE).toISOString();
    expect(answer.body).toEqual({
      id: expect.any(String),
      message: 'I am at the corner',
      from: rider.uid,
      type: 'msg',
      image: null,
      msgDate: local.slice(0, 10),
      msgTime: local.slice(11, 16),
      source: 'rider',
      at: world.now(),
    });
    expect((await world.write(driver, id, 'Two minutes')).body).toMatchObject({
      from: driver.uid,
      source: 'driver',
    });
    expect(await messagesOf(driver, id)).toEqual(['Two minutes', 'I am at the corner']);
    const { rows } = await world.database.pool.query('select chat_key from chat where booking = $1', [id]);
    expect(rows).toEqual([{ chat_key: `${rider.uid}_${driver.uid}` }]);
  });

  it('is kept as text: markup stays, control characters go, nothing stands around it', async () => {
    const { id, rider } = await world.trip('ACCEPTED');
    await world.write(rider, id, '  <script>alert("1")</script>\u0007\u202e \r\n é 👩‍👩‍👧 ');
    await world.write(rider, id, "'; drop table chat; --");
    expect(await messagesOf(rider, id)).toEqual([
      "'; drop table chat; --",
      '<script>alert("1")</script> \n é 👩‍👩‍👧',
    ]);
  });

  it.each([
    ['nothing', ''],
    ['spaces', '   \n '],
    ['only control characters', '\u0001\u0007\u202e'],
    ['a NUL', 'a\u0000b'],
    ['too much', 'x'.repeat(1001)],
    ['no text', 7],
    ['null', null],
    ['none', undefined],
  ])('of %s is refused and nothing is kept', async (_, message) => {
    const { id, rider } = await world.trip('ACCEPTED');
    expect((await world.write(rider, id, message)).code).toBe('invalid_input');
    expect((await world.list(rider, id)).body).toMatchObject({ items: [], nextCursor: null, unread: 0 });
    expect(await world.events(id)).toEqual([]);
  });

  it('of 1,000 characters is taken', async () => {
    const { id, rider } = await world.trip('ACCEPTED');
    expect((await world.write(rider, id, 'ñ'.repeat(1000))).status).toBe(201);
  });

  it('sent twice with one key is written once', async () => {
    const { id, rider, driver } = await world.trip('ACCEPTED');
    const both = await Promise.all([
      world.write(rider, id, 'hi', 'key-1'),
      world.write(rider, id, 'hi', 'key-1'),
    ]);
    const again = await world.write(rider, id, 'hi', 'key-1');
    expect(again.status).toBe(201);
    expect(both.map(({ status }) => status).filter((status) => status === 201).length).toBeGreaterThan(0);
    expect(await messagesOf(driver, id)).toEqual(['hi']);
    expect((await world.events(id)).length).toBe(1);
  });

  it('is one too many after 60 in a minute', async () => {
    const { id, rider } = await world.trip('ACCEPTED');
    const sent = await Promise.all(Array.from({ length: 61 }, (_, at) => world.write(rider, id, `${at}`)));
    expect(sent.map(({ status }) => status).filter((status) => status === 201).length).toBe(60);
    expect(sent.find(({ status }) => status !== 201)?.code).toBe('too_many_requests');
  });
});

describe('the chat', () => {
  it('does not exist before a driver has taken the booking', async () => {
    const { id, rider, driver } = await world.trip('NEW');
    const admin = await world.addAdmin();
    for (const actor of [rider, driver, admin]) {
      expect((await world.list(actor, id)).code).toBe('chat_not_found');
      expect(await world.hears(actor, id)).toBeNull();
    }
    expect((await world.write(rider, id, 'anybody?')).code).toBe('chat_not_found');
    await world.call(rider, routes.cancelBooking, id, { reason: 'No' });
    expect((await world.list(rider, id)).code).toBe('chat_not_found');
  });

  it('is of the rider, the driver who has it, and admins to read', async () => {
    const fleetadmin = await world.addFleetAdmin();
    const { id, rider, driver } = await world.trip('ACCEPTED');
    await world.database.pool.query('update booking set fleetadmin = $2 where id = $1', [id, fleetadmin.uid]);
    await world.write(rider, id, 'hello');
    const [admin, other, otherDriver] = [
      await world.addAdmin(),
      await world.addRider(),
      await world.addDriver(),
    ];
    expect((await world.list(admin, id)).body).toMatchObject({ open: false, unread: 0, readUntil: null });
    expect(await messagesOf(admin, id)).toEqual(['hello']);
    expect((await world.write(admin, id, 'x')).status).toBe(403);
    expect((await world.read(admin, id)).status).toBe(403);
    expect((await world.list(fleetadmin, id)).status).toBe(403);
    for (const stranger of [other, otherDriver])
      for (const call of [world.list, world.read, (who: Actor, of: string) => world.write(who, of, 'x')])
        expect((await call(stranger, id)).code).toBe('chat_not_found');
    expect((await world.list(null, id)).status).toBe(401);
    expect((await world.list(rider, 'nonsense')).code).toBe('invalid_input');
    expect(await messagesOf(driver, id)).toEqual(['hello']);
    for (const who of [fleetadmin, other, otherDriver, null]) expect(await world.hears(who, id)).toBeNull();
    for (const who of [rider, driver, admin]) expect((await world.hears(who, id))?.length).toBe(1);
  });

  it('is open until half an hour after the trip is over; then the rider reads it and the driver no more', async () => {
    const { id, rider, driver } = await world.trip('PAID');
    await world.call(rider, routes.rateBooking, id, { rating: 5 });
    expect((await world.record(id)).status).toBe('COMPLETE');
    world.pass(30 * MS_PER_MINUTE - 1);
    expect((await world.write(rider, id, 'My bag!')).status).toBe(201);
    expect((await world.list(rider, id)).body.open).toBe(true);
    world.pass(1);
    expect((await world.write(driver, id, 'I have it')).code).toBe('chat_closed');
    expect((await world.list(rider, id)).body).toMatchObject({
      open: false,
      items: [{ message: 'My bag!' }],
    });
    expect((await world.read(rider, id)).status).toBe(204);
    expect((await world.list(driver, id)).code).toBe('chat_closed');
    expect((await world.read(driver, id)).code).toBe('chat_closed');
    expect(await world.hears(driver, id)).toBeNull();
    expect(await messagesOf(await world.addAdmin(), id)).toEqual(['My bag!']);
  });

  it('closes at once when the booking is cancelled; the driver reads it for half an hour, the rider on', async () => {
    const { id, rider, driver } = await world.trip('ACCEPTED');
    await world.write(rider, id, 'hello');
    await world.call(rider, routes.cancelBooking, id, { reason: 'No' });
    expect((await world.write(driver, id, 'why?')).code).toBe('chat_closed');
    expect(await messagesOf(driver, id)).toEqual(['hello']);
    world.pass(30 * MS_PER_MINUTE);
    expect((await world.list(driver, id)).code).toBe('chat_closed');
    expect(await messagesOf(rider, id)).toEqual(['hello']);
  });

  it('shows a driver who was replaced nothing, and his messages to nobody new', async () => {
    const { id, rider, driver } = await world.trip('ACCEPTED');
    await world.write(driver, id, 'first driver');
    const [topic] = (await world.hears(driver, id)) ?? [];
    const next = await world.addDriver();
    await world.database.pool.query('update booking set driver = $2 where id = $1', [id, next.uid]);
    expect((await world.list(driver, id)).code).toBe('chat_not_found');
    expect((await world.write(driver, id, 'still here')).code).toBe('chat_not_found');
    expect(await world.hears(driver, id)).toBeNull();
    expect(await messagesOf(next, id)).toEqual([]);
    await world.write(rider, id, 'second driver');
    expect(await messagesOf(next, id)).toEqual(['second driver']);
    expect((await world.events(id)).at(-1)?.topics).not.toContain(topic);
  });
});

describe('reading', () => {
  it('counts what is unread of the other side, and says when it was read, once', async () => {
    const { id, rider, driver } = await world.trip('ACCEPTED');
    await world.write(rider, id, 'one');
    world.pass(1000);
    const two = await world.write(rider, id, 'two');
    world.pass(1000);
    const three = await world.write(driver, id, 'three');
    expect((await world.list(driver, id)).body).toMatchObject({ unread: 2, readUntil: null });
    expect((await world.list(rider, id)).body).toMatchObject({ unread: 1, readUntil: null });
    expect((await world.read(driver, id)).status).toBe(204);
    expect((await world.list(driver, id)).body).toMatchObject({ unread: 0, readUntil: null });
    expect((await world.list(rider, id)).body).toMatchObject({ unread: 1, readUntil: two.body.at });
    await Promise.all([world.read(rider, id), world.read(rider, id), world.read(rider, id)]);
    expect((await world.list(driver, id)).body).toMatchObject({ unread: 0, readUntil: three.body.at });
    await world.read(driver, id);
    const told = await world.events(id);
    expect(told.map(({ name }) => name)).toEqual([
      ...['chat.message', 'chat.message', 'chat.message'],
      ...['chat.read', 'chat.read'],
    ]);
    expect(JSON.stringify(told)).not.toContain('three');
    expect(told.at(-1)?.data).toEqual({ booking_id: id, by: rider.uid });
  });

  it('of an empty chat is nothing', async () => {
    const { id, rider } = await world.trip('ACCEPTED');
    expect((await world.read(rider, id)).status).toBe(204);
    expect(await world.events(id)).toEqual([]);
  });

  it('goes back page by page, without gap or double while others write', async () => {
    const { id, rider, driver } = await world.trip('ACCEPTED');
    for (let at = 1; at <= 7; at += 1) await world.write(at % 2 ? rider : driver, id, `m${at}`);
    const first = await world.list(rider, id, '?limit=3');
    await world.write(driver, id, 'm8');
    const second = await world.list(rider, id, `?limit=3&cursor=${first.body.nextCursor}`);
    const third = await world.list(rider, id, `?limit=3&cursor=${second.body.nextCursor}`);
    const all = [first, second, third].flatMap(({ body }) => body.items.map(({ message }) => message));
    expect(all).toEqual(['m7', 'm6', 'm5', 'm4', 'm3', 'm2', 'm1']);
    expect(third.body.nextCursor).toBeNull();
    for (const cursor of ['x', '-1', '0', '1e9', encodeURIComponent("1' or 1=1")])
      expect((await world.list(rider, id, `?cursor=${cursor}`)).code).toBe('invalid_input');
  });
});

describe('at the same time', () => {
  it('both sides write and read: every message has its place, and what is unread adds up', async () => {
    const { id, rider, driver } = await world.trip('ACCEPTED');
    const sent = await Promise.all(
      Array.from({ length: 24 }, async (_, at) => {
        if (at % 4 === 3) await world.read(driver, id);
        return world.write(at % 2 ? rider : driver, id, `m${at}`);
      }),
    );
    expect(sent.every(({ status }) => status === 201)).toBe(true);
    const { rows } = await world.database.pool.query<{ seq: number }>(
      'select seq from chat_message where booking = $1 order by seq',
      [id],
    );
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 24 }, (_, at) => at + 1));
    const [chat] = (await world.database.pool.query('select * from chat where booking = $1', [id])).rows;
    expect(chat.last_seq).toBe(24);
    const after = (await world.list(driver, id)).body;
    const newest = after.items.slice(0, 24 - chat.driver_read).filter(({ source }) => source === 'rider');
    expect(after.unread).toBe(newest.length);
  });
});

describe('notices', () => {
  it('tell the other side, in their language, with the screen to open; once, and not what was read', async () => {
    const { id, rider, driver } = await world.trip('ACCEPTED');
    await world.database.pool.query(
      "update users set lang_locale = 'es', date_locale = 'es' where uid = $1",
      [driver.uid],
    );
    await world.write(rider, id, `Estoy en la esquina\n${'lejos '.repeat(40)}`);
    const [event] = await world.events(id);
    if (!event) throw new Error('nothing was told');
    const [push, ...more] = await world.pushesOf(event, 101);
    expect(more).toEqual([]);
    expect(push).toMatchObject({ uid: driver.uid, title: 'Mensaje de Ana', screen: 'onlineChat' });
    expect(push?.params).toEqual({ bookingId: id });
    expect(push?.body).toMatch(/^Estoy en la esquina lejos .{1,60}…$/);
    expect(await world.pushesOf(event, 101)).toEqual([]);
    await world.write(driver, id, 'ya voy');
    await world.read(rider, id);
    const answered = (await world.events(id)).find(({ data }) => data.from === driver.uid);
    if (!answered) throw new Error('nothing was told');
    expect(await world.pushesOf(answered, 102)).toEqual([]);
  });
});

describe('a person who leaves', () => {
  it('takes along what they wrote; nobody writes there any more', async () => {
    const { id, rider, driver } = await world.trip('PAID');
    await world.write(rider, id, 'my door code is 1234');
    await world.write(driver, id, 'thanks');
    expect(await world.chat.messagesOf(rider.uid)).toEqual([
      { booking: id, date: world.now(), message: 'my door code is 1234' },
    ]);
    const [event] = await world.events(id);
    const written = world.write(rider, id, 'one more');
    await world.withTx((tx) => world.chat.erasePerson(tx, rider.uid));
    await written;
    await world.withTx((tx) => world.chat.erasePerson(tx, rider.uid));
    expect(await messagesOf(driver, id)).toEqual(['thanks']);
    expect(await world.chat.messagesOf(rider.uid)).toEqual([]);
    expect((await world.write(driver, id, 'hello?')).code).toBe('chat_closed');
    expect((await world.list(driver, id)).body.open).toBe(false);
    if (event) expect(await world.pushesOf(event, 201)).toEqual([]);
  });
});
