// Chats end to end on a real database: access, opening times, stored messages, read marks, notifications, races.
import { routes } from '@kerb/contract';
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { aPicture } from '../fleet/testing/people-over-http.ts';
import { type ChatEnvironment, createChatEnvironment } from './testing/chat-environment.ts';

let environment: ChatEnvironment;
beforeAll(async () => {
  environment = await createChatEnvironment({ timezone: 'America/Montevideo' });
});
afterAll(() => environment?.close());

const messagesOf = async (actor: Actor, id: string) =>
  (await environment.list(actor, id)).body.items.map(({ message }) => message);

describe('a message', () => {
  it('has the fields of the specification, with date and time in the operator’s time zone', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    const answer = await environment.write(rider, id, 'I am at the corner');
    expect(answer.status).toBe(201);
    const local = new Date(environment.now() - 3 * 60 * MS_PER_MINUTE).toISOString();
    expect(answer.body).toEqual({
      id: expect.any(String),
      message: 'I am at the corner',
      from: rider.uid,
      type: 'msg',
      image: null,
      msgDate: local.slice(0, 10),
      msgTime: local.slice(11, 16),
      source: 'rider',
      at: environment.now(),
    });
    expect((await environment.write(driver, id, 'Two minutes')).body).toMatchObject({
      from: driver.uid,
      source: 'driver',
    });
    expect(await messagesOf(driver, id)).toEqual(['Two minutes', 'I am at the corner']);
    const { rows } = await environment.database.pool.query('select chat_key from chats where booking = $1', [
      id,
    ]);
    expect(rows).toEqual([{ chat_key: `${rider.uid}_${driver.uid}` }]);
  });

  it('is stored as text: markup stays, control characters and surrounding spaces are removed', async () => {
    const { id, rider } = await environment.trip('ACCEPTED');
    await environment.write(rider, id, '  <script>alert("1")</script>\u0007\u202e \r\n é 👩‍👩‍👧 ');
    await environment.write(rider, id, "'; drop table chat; --");
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
  ])('of %s is refused and nothing is stored', async (_, message) => {
    const { id, rider } = await environment.trip('ACCEPTED');
    expect((await environment.write(rider, id, message)).code).toBe('invalid_input');
    expect((await environment.list(rider, id)).body).toMatchObject({
      items: [],
      nextCursor: null,
      unread: 0,
    });
    expect(await environment.events(id)).toEqual([]);
  });

  it('of 1,000 characters is accepted', async () => {
    const { id, rider } = await environment.trip('ACCEPTED');
    expect((await environment.write(rider, id, 'ñ'.repeat(1000))).status).toBe(201);
  });

  it('sent twice with one idempotency key is stored once', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    const both = await Promise.all([
      environment.write(rider, id, 'hi', 'key-1'),
      environment.write(rider, id, 'hi', 'key-1'),
    ]);
    const again = await environment.write(rider, id, 'hi', 'key-1');
    expect(again.status).toBe(201);
    expect(both.map(({ status }) => status).filter((status) => status === 201).length).toBeGreaterThan(0);
    expect(await messagesOf(driver, id)).toEqual(['hi']);
    expect((await environment.events(id)).length).toBe(1);
  });

  it('is rejected after 60 in one minute', async () => {
    const { id, rider } = await environment.trip('ACCEPTED');
    // One after the other: a busy server sheds calls that come all at once.
    const codes: (string | undefined)[] = [];
    while (codes.length < 61) codes.push((await environment.write(rider, id, `${codes.length}`)).code);
    expect(codes.filter((code) => code === undefined)).toHaveLength(60);
    expect(codes.at(-1)).toBe('too_many_requests');
  });
});

describe('the chat', () => {
  it('does not exist before a driver has accepted the booking', async () => {
    const { id, rider, driver } = await environment.trip('NEW');
    const admin = await environment.addAdmin();
    for (const actor of [rider, driver, admin])
      expect((await environment.list(actor, id)).code).toBe('chat_not_found');
    expect(await environment.topicsFor(driver, id)).toBeNull();
    expect((await environment.write(rider, id, 'hello?')).code).toBe('chat_not_found');
    await environment.call(rider, routes.cancelBooking, id, { reason: 'No' });
    expect((await environment.list(rider, id)).code).toBe('chat_not_found');
  });

  it('is open to the rider and the assigned driver, and read-only for admins', async () => {
    const fleetadmin = await environment.addFleetAdmin();
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    await environment.database.pool.query('update bookings set fleetadmin = $2 where id = $1', [
      id,
      fleetadmin.uid,
    ]);
    await environment.write(rider, id, 'hello');
    const admin = await environment.addAdmin();
    const other = await environment.addRider();
    const otherDriver = await environment.addDriver();
    expect((await environment.list(admin, id)).body).toMatchObject({
      open: false,
      unread: 0,
      readUntil: null,
    });
    expect(await messagesOf(admin, id)).toEqual(['hello']);
    expect((await environment.write(admin, id, 'x')).status).toBe(403);
    expect((await environment.read(admin, id)).status).toBe(403);
    expect((await environment.list(fleetadmin, id)).status).toBe(403);
    for (const stranger of [other, otherDriver])
      for (const call of [
        environment.list,
        environment.read,
        (who: Actor, of: string) => environment.write(who, of, 'x'),
      ])
        expect((await call(stranger, id)).code).toBe('chat_not_found');
    expect((await environment.list(null, id)).status).toBe(401);
    expect((await environment.list(rider, 'nonsense')).code).toBe('invalid_input');
    expect(await messagesOf(driver, id)).toEqual(['hello']);
    for (const who of [fleetadmin, other, otherDriver, null])
      expect(await environment.topicsFor(who, id)).toBeNull();
    for (const who of [rider, driver, admin]) expect((await environment.topicsFor(who, id))?.length).toBe(1);
  });

  it('closes half an hour after the trip; afterwards only the rider can read it', async () => {
    const { id, rider, driver } = await environment.trip('PAID');
    await environment.call(rider, routes.rateBooking, id, { rating: 5 });
    expect((await environment.record(id)).status).toBe('COMPLETE');
    environment.pass(30 * MS_PER_MINUTE - 1);
    expect((await environment.write(rider, id, 'My bag!')).status).toBe(201);
    expect((await environment.list(rider, id)).body.open).toBe(true);
    environment.pass(1);
    expect((await environment.write(driver, id, 'I have it')).code).toBe('chat_closed');
    expect((await environment.list(rider, id)).body).toMatchObject({
      open: false,
      items: [{ message: 'My bag!' }],
    });
    expect((await environment.read(rider, id)).status).toBe(204);
    expect((await environment.list(driver, id)).code).toBe('chat_closed');
    expect((await environment.read(driver, id)).code).toBe('chat_closed');
    expect(await environment.topicsFor(driver, id)).toBeNull();
    expect(await messagesOf(await environment.addAdmin(), id)).toEqual(['My bag!']);
  });

  it('closes when the booking is cancelled; the driver can read it for half an hour, the rider longer', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    await environment.write(rider, id, 'hello');
    await environment.call(rider, routes.cancelBooking, id, { reason: 'No' });
    expect((await environment.write(driver, id, 'why?')).code).toBe('chat_closed');
    expect(await messagesOf(driver, id)).toEqual(['hello']);
    environment.pass(30 * MS_PER_MINUTE);
    expect((await environment.list(driver, id)).code).toBe('chat_closed');
    expect(await messagesOf(rider, id)).toEqual(['hello']);
  });

  it('is followed by its rider and admins while the booking has no driver', async () => {
    const { id, rider, driver } = await environment.trip('NEW');
    const followed = await environment.topicsFor(await environment.addAdmin(), id);
    expect(await environment.topicsFor(rider, id)).toEqual(followed);
    await environment.call(driver, routes.acceptBooking, id);
    expect(await environment.topicsFor(rider, id)).toEqual(followed);
    expect(await environment.topicsFor(await environment.addRider(), id)).toBeNull();
  });

  it('is hidden from a replaced driver, whose messages are hidden from later drivers', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    await environment.write(driver, id, 'first driver');
    const [topic] = (await environment.topicsFor(driver, id)) ?? [];
    const next = await environment.addDriver();
    await environment.database.pool.query('update bookings set driver = $2 where id = $1', [id, next.uid]);
    expect((await environment.list(driver, id)).code).toBe('chat_not_found');
    expect((await environment.write(driver, id, 'still here')).code).toBe('chat_not_found');
    expect(await environment.topicsFor(driver, id)).toBeNull();
    expect(await messagesOf(next, id)).toEqual([]);
    await environment.write(rider, id, 'second driver');
    expect(await messagesOf(next, id)).toEqual(['second driver']);
    expect((await environment.events(id)).at(-1)?.topics).not.toContain(topic);
  });
});

describe('reading', () => {
  it('counts unread messages of the other participant, and publishes the read time once', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    await environment.write(rider, id, 'one');
    environment.pass(1000);
    const two = await environment.write(rider, id, 'two');
    environment.pass(1000);
    const three = await environment.write(driver, id, 'three');
    expect((await environment.list(driver, id)).body).toMatchObject({ unread: 2, readUntil: null });
    expect((await environment.list(rider, id)).body).toMatchObject({ unread: 1, readUntil: null });
    expect((await environment.read(driver, id)).status).toBe(204);
    expect((await environment.list(driver, id)).body).toMatchObject({ unread: 0, readUntil: null });
    expect((await environment.list(rider, id)).body).toMatchObject({ unread: 1, readUntil: two.body.at });
    await Promise.all([
      environment.read(rider, id),
      environment.read(rider, id),
      environment.read(rider, id),
    ]);
    expect((await environment.list(driver, id)).body).toMatchObject({ unread: 0, readUntil: three.body.at });
    await environment.read(driver, id);
    const published = await environment.events(id);
    expect(published.map(({ name }) => name)).toEqual([
      'chat.message',
      'chat.message',
      'chat.message',
      'chat.read',
      'chat.read',
    ]);
    expect(JSON.stringify(published)).not.toContain('three');
    expect(published.at(-1)?.data).toEqual({ booking_id: id, by: rider.uid });
  });

  it('up to a message leaves later ones unread, and never takes a read mark back', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    const own = await environment.write(driver, id, 'zero');
    const one = await environment.write(rider, id, 'one');
    environment.pass(1000);
    await environment.write(rider, id, 'two');
    await environment.read(driver, id, { upTo: own.body.id });
    expect((await environment.list(driver, id)).body.unread).toBe(2);
    expect((await environment.read(driver, id, { upTo: one.body.id })).status).toBe(204);
    expect((await environment.list(driver, id)).body.unread).toBe(1);
    expect((await environment.list(rider, id)).body.readUntil).toBe(one.body.at);
    await environment.read(driver, id);
    expect((await environment.read(driver, id, { upTo: one.body.id })).status).toBe(204);
    expect((await environment.list(driver, id)).body.unread).toBe(0);
    const published = await environment.events(id);
    expect(published.filter(({ name }) => name === 'chat.read')).toHaveLength(2);
  });

  it('up to an unknown message, or one of another chat, is rejected and marks nothing', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    await environment.write(rider, id, 'one');
    const other = await environment.trip('ACCEPTED');
    const foreign = await environment.write(other.rider, other.id, 'elsewhere');
    for (const upTo of [foreign.body.id, '01930000-0000-7000-8000-000000000000'])
      expect((await environment.read(driver, id, { upTo })).code).toBe('not_found');
    expect((await environment.read(driver, id, { upTo: 'x' })).code).toBe('invalid_input');
    expect((await environment.list(driver, id)).body.unread).toBe(1);
  });

  it('an empty chat publishes no event', async () => {
    const { id, rider } = await environment.trip('ACCEPTED');
    expect((await environment.read(rider, id)).status).toBe(204);
    expect(await environment.events(id)).toEqual([]);
  });

  it('lists older messages page by page, without gaps or duplicates while others write', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    for (let at = 1; at <= 7; at += 1) await environment.write(at % 2 ? rider : driver, id, `m${at}`);
    const first = await environment.list(rider, id, '?limit=3');
    await environment.write(driver, id, 'm8');
    const second = await environment.list(rider, id, `?limit=3&cursor=${first.body.nextCursor}`);
    const third = await environment.list(rider, id, `?limit=3&cursor=${second.body.nextCursor}`);
    const all = [first, second, third].flatMap(({ body }) => body.items.map(({ message }) => message));
    expect(all).toEqual(['m7', 'm6', 'm5', 'm4', 'm3', 'm2', 'm1']);
    expect(third.body.nextCursor).toBeNull();
    for (const cursor of ['x', '-1', '0', '1e9', encodeURIComponent("1' or 1=1")])
      expect((await environment.list(rider, id, `?cursor=${cursor}`)).code).toBe('invalid_input');
  });
});

describe('at the same time', () => {
  it('messages get consecutive numbers and the unread count is right', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    const sent = await Promise.all(
      Array.from({ length: 24 }, async (_, at) => {
        if (at % 4 === 3) await environment.read(driver, id);
        return environment.write(at % 2 ? rider : driver, id, `m${at}`);
      }),
    );
    expect(sent.every(({ status }) => status === 201)).toBe(true);
    const { rows } = await environment.database.pool.query<{ seq: number }>(
      'select seq from chat_messages where booking = $1 order by seq',
      [id],
    );
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 24 }, (_, at) => at + 1));
    const [chat] = (await environment.database.pool.query('select * from chats where booking = $1', [id]))
      .rows;
    expect(chat.last_seq).toBe(24);
    const after = (await environment.list(driver, id)).body;
    const newest = after.items.slice(0, 24 - chat.driver_read).filter(({ source }) => source === 'rider');
    expect(after.unread).toBe(newest.length);
  });
});

describe('notices', () => {
  it('are pushed once to the recipient, in their language, with the screen to open, unless already read', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    await environment.database.pool.query(
      "update users set lang_locale = 'es', date_locale = 'es' where uid = $1",
      [driver.uid],
    );
    await environment.write(rider, id, `Estoy en la esquina\n${'lejos '.repeat(40)}`);
    const [event] = await environment.events(id);
    if (!event) throw new Error('no event was published');
    const [push, ...more] = await environment.pushesOf(event, 101);
    expect(more).toEqual([]);
    expect(push).toMatchObject({ uid: driver.uid, title: 'Mensaje de Ana', screen: 'onlineChat' });
    expect(push?.params).toEqual({ bookingId: id });
    expect(push?.body).toMatch(/^Estoy en la esquina lejos .{1,60}…$/);
    expect(await environment.pushesOf(event, 101)).toEqual([]);
    await environment.write(driver, id, 'ya voy');
    await environment.read(rider, id);
    const answered = (await environment.events(id)).find(({ data }) => data.from === driver.uid);
    if (!answered) throw new Error('no event was published');
    expect(await environment.pushesOf(answered, 102)).toEqual([]);
  });

  it('keep their text for a driver only while the driver can read the chat; for the rider always', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    await environment.write(rider, id, 'my door code is 1234');
    await environment.write(driver, id, 'thanks');
    for (const [at, event] of (await environment.events(id)).entries())
      await environment.pushesOf(event, 111 + at);
    expect(await environment.noticesOf(driver)).toEqual(['my door code is 1234']);
    await environment.call(rider, routes.cancelBooking, id, { reason: 'No' });
    expect(await environment.noticesOf(driver)).toEqual(['my door code is 1234']);
    environment.pass(31 * MS_PER_MINUTE);
    expect(await environment.noticesOf(driver)).toEqual(['']);
    expect(await environment.noticesOf(rider)).toEqual(['thanks']);
    // Neither the notices of the profile nor the data export have it.
    const { latestNotices, noticesOf } = environment.notifications;
    expect(await latestNotices(driver.uid, 1)).toMatchObject([{ title: expect.any(String), body: '' }]);
    expect(await noticesOf(driver.uid)).toMatchObject([{ body: '' }]);
  });

  it('are not created for a driver who has lost the booking', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    await environment.write(rider, id, 'my door code is 1234');
    const [event] = await environment.events(id);
    if (!event) throw new Error('no event was published');
    const next = await environment.addDriver();
    await environment.database.pool.query('update bookings set driver = $2 where id = $1', [id, next.uid]);
    expect(await environment.pushesOf(event, 131)).toEqual([]);
    expect(await environment.noticesOf(driver)).toEqual([]);
  });

  it('are no longer delivered to a driver who has lost the booking', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    await environment.write(rider, id, 'my door code is 1234');
    const [event] = await environment.events(id);
    if (!event) throw new Error('no event was published');
    await environment.pushesOf(event, 136);
    const stateOf = async () => {
      const { rows } = await environment.database.pool.query(
        "select state from notice_deliveries join notices on id = notice where uid = $1 and kind = 'chat_message'",
        [driver.uid],
      );
      return rows;
    };
    expect(await stateOf()).toEqual([{ state: 'waiting' }]);
    const next = await environment.addDriver();
    await environment.database.pool.query('update bookings set driver = $2 where id = $1', [id, next.uid]);
    const data = { booking_id: id, driver: driver.uid, reason: 'late' };
    await environment.pushesOf({ name: 'booking.given-back', topics: [], data }, 137);
    expect(await stateOf()).toEqual([{ state: 'expired' }]);
  });

  it('have no text for a driver whose booking another driver has', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    await environment.write(rider, id, 'my door code is 1234');
    const [event] = await environment.events(id);
    if (event) await environment.pushesOf(event, 121);
    const next = await environment.addDriver();
    await environment.database.pool.query('update bookings set driver = $2 where id = $1', [id, next.uid]);
    expect(await environment.noticesOf(driver)).toEqual(['']);
  });
});

describe('an account deletion', () => {
  it('deletes the messages of the deleted account and closes the chat for writing', async () => {
    const { id, rider, driver } = await environment.trip('PAID');
    await environment.write(rider, id, 'my door code is 1234');
    await environment.write(driver, id, 'thanks');
    expect(await environment.chat.messagesOf(rider.uid)).toEqual([
      { booking: id, date: environment.now(), message: 'my door code is 1234' },
    ]);
    const [event] = await environment.events(id);
    const written = environment.write(rider, id, 'one more');
    await environment.withTx((tx) => environment.chat.erasePerson(tx, rider.uid));
    await written;
    await environment.withTx((tx) => environment.chat.erasePerson(tx, rider.uid));
    expect(await messagesOf(driver, id)).toEqual(['thanks']);
    expect(await environment.chat.messagesOf(rider.uid)).toEqual([]);
    expect((await environment.write(driver, id, 'hello?')).code).toBe('chat_closed');
    expect((await environment.list(driver, id)).body.open).toBe(false);
    if (event) expect(await environment.pushesOf(event, 201)).toEqual([]);
  });

  it.each(['rider', 'driver'] as const)(
    'of the %s closes a chat in which no message was written before',
    async (gone) => {
      const { id, rider, driver } = await environment.trip('PAID');
      const writer = gone === 'rider' ? driver : rider;
      expect((await environment.list(writer, id)).body.open).toBe(true);
      const deleted = gone === 'rider' ? rider : driver;
      await environment.database.pool.query('update users set deleted_at = $2 where uid = $1', [
        deleted.uid,
        environment.now(),
      ]);
      await environment.withTx((tx) => environment.chat.erasePerson(tx, deleted.uid));
      expect((await environment.list(writer, id)).body).toMatchObject({ items: [], open: false });
      expect((await environment.write(writer, id, 'hello?')).code).toBe('chat_closed');
      expect((await environment.sendImage(writer, id, await aPicture())).code).toBe('chat_closed');
      expect((await environment.list(writer, id)).body).toMatchObject({ items: [], open: false });
    },
  );
});
