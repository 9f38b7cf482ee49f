// Tests of pictures in chats over HTTP: permissions to send and see them, idempotency, and deletion of the files.
import { routes } from '@kerb/contract';
import { DomainError, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatEnvironment, createChatEnvironment } from './testing/chat-environment.ts';

const FORGET = 'chat.forget-image';
const picture = Buffer.from('a picture');
const another = Buffer.from('another one');
let environment: ChatEnvironment;
beforeAll(async () => {
  environment = await createChatEnvironment();
});
afterAll(() => environment?.close());

const keysOf = (id: string) =>
  [...environment.files.stored.keys()].filter((key) => key.startsWith(`chats/${id}/`));

async function planned(id: string): Promise<{ booking: string; id: string; run_at: Date }[]> {
  const { rows } = await environment.database.pool.query(
    `select payload ->> 'booking' as booking, payload ->> 'id' as id, run_at
       from graphile_worker._private_jobs where payload ->> 'booking' = $1 order by run_at`,
    [id],
  );
  return rows;
}
async function tidy(id: string): Promise<void> {
  for (const { booking, id: image } of await planned(id))
    await environment.chatJobs[FORGET]?.({ booking, id: image });
}

describe('a picture', () => {
  it('is a message with its address, readable by rider, driver and admins only', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    const { status, body } = await environment.sendImage(rider, id, picture);
    expect(status).toBe(201);
    const address = `/api/v1/bookings/${id}/messages/${body.id}/image`;
    expect(body).toMatchObject({ type: 'image', message: '', image: address, from: rider.uid });
    expect(keysOf(id)).toEqual([`chats/${id}/${body.id}.webp`]);
    expect((await environment.list(driver, id)).body).toMatchObject({ items: [body], unread: 1 });
    for (const actor of [rider, driver, await environment.addAdmin()]) {
      const seen = await environment.look(actor, address);
      expect([seen.status, seen.bytes.toString()]).toEqual([200, 'a picture']);
      expect(seen.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
      });
      expect(seen.headers['cache-control']).toContain('private');
    }
    const leader = await environment.addFleetAdmin();
    await environment.database.pool.query('update bookings set fleetadmin = $2 where id = $1', [
      id,
      leader.uid,
    ]);
    const strangers = [await environment.addRider(), await environment.addDriver()];
    for (const actor of strangers) expect((await environment.look(actor, address)).status).toBe(404);
    expect((await environment.look(leader, address)).status).toBe(403);
    expect((await environment.look(null, address)).status).toBe(401);
    await tidy(id);
    expect(keysOf(id)).toHaveLength(1);
  });

  it('is found only under its own chat, and not for a text message', async () => {
    const one = await environment.trip('ACCEPTED');
    const two = await environment.trip('ACCEPTED');
    const sent = await environment.sendImage(one.rider, one.id, picture);
    const words = await environment.write(two.rider, two.id, 'hi');
    const addressOf = (message: string) => `/api/v1/bookings/${two.id}/messages/${message}/image`;
    for (const message of [sent.body.id, words.body.id, two.id])
      expect((await environment.look(two.rider, addressOf(message))).status).toBe(404);
    expect((await environment.look(two.rider, addressOf('x'))).status).toBe(400);
  });

  it('sent before the driver was replaced is hidden from the rider and both drivers', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    const { body } = await environment.sendImage(rider, id, picture);
    const next = await environment.addDriver();
    await environment.database.pool.query('update bookings set driver = $2 where id = $1', [id, next.uid]);
    for (const actor of [driver, next, rider])
      expect((await environment.look(actor, body.image ?? '')).status).toBe(404);
  });

  it('sent twice with one idempotency key is stored once', async () => {
    const { id, driver } = await environment.trip('ACCEPTED');
    const first = await environment.sendImage(driver, id, picture, 'key-1');
    const again = await environment.sendImage(driver, id, picture, 'key-1');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await environment.list(driver, id)).body.items).toHaveLength(1);
    expect((await environment.sendImage(driver, id, another, 'key-1')).status).toBe(422);
    await tidy(id);
    expect(keysOf(id)).toHaveLength(1);
  });

  it('that cannot be decoded or is too large is rejected and not stored', async () => {
    const { id, rider } = await environment.trip('ACCEPTED');
    const { reencode } = environment.files.images;
    environment.files.images.reencode = () => Promise.reject(new DomainError('image_unreadable'));
    expect((await environment.sendImage(rider, id, Buffer.from('%PDF'))).code).toBe('image_unreadable');
    environment.files.images.reencode = reencode;
    const { maxBytes } = routes.sendMessageImage.upload;
    expect((await environment.sendImage(rider, id, Buffer.alloc(maxBytes + 1))).code).toBe(
      'payload_too_large',
    );
    expect((await environment.list(rider, id)).body.items).toEqual([]);
    expect(keysOf(id)).toEqual([]);
  });

  it('is rejected before a driver has accepted, after the chat is closed, and from other users', async () => {
    const open = await environment.trip('NEW');
    expect((await environment.sendImage(open.rider, open.id, picture)).code).toBe('chat_not_found');
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    expect((await environment.sendImage(await environment.addDriver(), id, picture)).code).toBe(
      'chat_not_found',
    );
    expect((await environment.sendImage(await environment.addAdmin(), id, picture)).status).toBe(403);
    expect((await environment.sendImage(null, id, picture)).status).toBe(401);
    const { body } = await environment.sendImage(driver, id, picture);
    await environment.call(rider, routes.cancelBooking, id, { reason: 'No' });
    expect((await environment.sendImage(driver, id, picture)).code).toBe('chat_closed');
    expect((await environment.look(rider, body.image ?? '')).status).toBe(200);
    expect((await environment.look(driver, body.image ?? '')).status).toBe(200);
    environment.pass(30 * MS_PER_MINUTE);
    expect((await environment.look(driver, body.image ?? '')).status).not.toBe(200);
    expect((await environment.look(rider, body.image ?? '')).status).toBe(200);
  });

  it('leaves no file behind when the chat closes during the upload', async () => {
    const { id, rider } = await environment.trip('ACCEPTED');
    const { put } = environment.files.storage;
    environment.files.storage.put = async (key, file) => {
      await put(key, file);
      await environment.call(rider, routes.cancelBooking, id, { reason: 'No' });
    };
    expect((await environment.sendImage(rider, id, picture)).code).toBe('chat_closed');
    environment.files.storage.put = put;
    expect(keysOf(id)).toHaveLength(1);
    const [job] = await planned(id);
    expect(job?.run_at.getTime()).toBe(environment.now() + 10 * MS_PER_MINUTE);
    await tidy(id);
    expect(keysOf(id)).toEqual([]);
  });

  it('is described as a picture in the notification', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    await environment.sendImage(rider, id, picture);
    const [event] = await environment.events(id);
    if (!event) throw new Error('no event was published');
    expect(await environment.pushesOf(event, 301)).toMatchObject([
      { uid: driver.uid, title: 'Message from Ana', body: 'Sent a picture', screen: 'onlineChat' },
    ]);
  });

  it('is deleted with the sender’s account, and listed in the sender’s data export', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    const riderImage = await environment.sendImage(rider, id, picture);
    const driverImage = await environment.sendImage(driver, id, another);
    expect(await environment.chat.messagesOf(rider.uid)).toEqual([
      { booking: id, date: environment.now(), message: '', image: riderImage.body.image },
    ]);
    await environment.withTx((tx) => environment.chat.erasePerson(tx, rider.uid));
    expect((await environment.look(driver, riderImage.body.image ?? '')).status).toBe(404);
    await tidy(id);
    expect(keysOf(id)).toEqual([`chats/${id}/${driverImage.body.id}.webp`]);
    expect((await environment.look(driver, driverImage.body.image ?? '')).status).toBe(200);
  });
});

describe('who is writing', () => {
  it('is published to the other participant, at most once in two seconds, and not stored', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    environment.typing.length = 0;
    for (let at = 0; at < 50; at += 1) await environment.chat.onTyping(rider, id);
    environment.pass(1_999);
    await environment.chat.onTyping(rider, id);
    await environment.chat.onTyping(driver, id);
    environment.pass(1);
    await environment.chat.onTyping(rider, id);
    const topics = [`chat:${id}`, `chat:${id}:${driver.uid}`];
    expect(environment.typing).toEqual([rider, driver, rider].map(({ uid }) => ({ topics, from: uid })));
    expect(await environment.events(id)).toEqual([]);
  });

  it('is accepted only from the current rider and driver of the booking', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    environment.typing.length = 0;
    const others = [
      await environment.addRider(),
      await environment.addDriver(),
      await environment.addAdmin(),
    ];
    for (const actor of others)
      await expect(environment.chat.onTyping(actor, id)).rejects.toMatchObject({ code: 'chat_not_found' });
    await environment.call(rider, routes.cancelBooking, id, { reason: 'No' });
    for (const actor of [rider, driver])
      await expect(environment.chat.onTyping(actor, id)).rejects.toMatchObject({ code: 'chat_closed' });
    const open = await environment.trip('NEW');
    await expect(environment.chat.onTyping(open.rider, open.id)).rejects.toMatchObject({
      code: 'chat_not_found',
    });
    expect(environment.typing).toEqual([]);
  });
});

it('a message of one megabyte is rejected, and the next message is accepted', async () => {
  const { id, rider } = await environment.trip('ACCEPTED');
  const { status } = await environment.write(rider, id, 'x'.repeat(1_048_576));
  expect([400, 413]).toContain(status);
  expect((await environment.write(rider, id, 'short')).status).toBe(201);
});

it('a thousand messages are listed page by page, each once', async () => {
  const { id, rider, driver } = await environment.trip('ACCEPTED');
  await environment.write(rider, id, 'm1');
  await environment.database.pool.query(
    `insert into chat_messages (booking, driver, seq, id, source, sender, message, at)
     select $1, $2, n, gen_random_uuid(), 'driver', $2, 'm' || n, $3::bigint + n from generate_series(2, 1000) n`,
    [id, driver.uid, environment.now()],
  );
  await environment.database.pool.query('update chats set last_seq = 1000 where booking = $1', [id]);
  const words: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = await environment.list(rider, id, `?limit=50${cursor && `&cursor=${cursor}`}`);
    words.push(...body.items.map(({ message }) => message));
    cursor = body.nextCursor;
  }
  expect(words).toEqual(Array.from({ length: 1000 }, (_, at) => `m${1000 - at}`));
});
