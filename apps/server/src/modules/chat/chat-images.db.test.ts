// Pictures in chats over HTTP: who may send and see them, when, once, and what becomes of the files.
import { routes } from '@kerb/contract';
import { DomainError, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatWorld, createChatWorld } from './testing/chat-world.ts';

const FORGET = 'chat.forget-image';
const [picture, another] = [Buffer.from('a picture'), Buffer.from('another one')];
let world: ChatWorld;
beforeAll(async () => {
  world = await createChatWorld();
});
afterAll(() => world?.close());

const keysOf = (id: string) => [...world.files.kept.keys()].filter((key) => key.startsWith(`chats/${id}/`));

async function planned(id: string): Promise<{ booking: string; id: string; run_at: Date }[]> {
  const { rows } = await world.database.pool.query(
    `select payload ->> 'booking' as booking, payload ->> 'id' as id, run_at
       from graphile_worker._private_jobs where payload ->> 'booking' = $1 order by run_at`,
    [id],
  );
  return rows;
}
async function tidy(id: string): Promise<void> {
  for (const { booking, id: image } of await planned(id))
    await world.chatJobs[FORGET]?.({ booking, id: image });
}

describe('a picture', () => {
  it('is a message with its address, seen by rider, driver and admins, and by nobody else', async () => {
    const { id, rider, driver } = await world.trip('ACCEPTED');
    const { status, body } = await world.sendImage(rider, id, picture);
    expect(status).toBe(201);
    const address = `/api/v1/bookings/${id}/messages/${body.id}/image`;
    expect(body).toMatchObject({ type: 'image', message: '', image: address, from: rider.uid });
    expect(keysOf(id)).toEqual([`chats/${id}/${body.id}.webp`]);
    expect((await world.list(driver, id)).body).toMatchObject({ items: [body], unread: 1 });
    for (const actor of [rider, driver, await world.addAdmin()]) {
      const seen = await world.look(actor, address);
      expect([seen.status, seen.bytes.toString()]).toEqual([200, 'a picture']);
      expect(seen.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
      });
      expect(seen.headers['cache-control']).toContain('private');
    }
    const leader = await world.addFleetAdmin();
    await world.database.pool.query('update booking set fleetadmin = $2 where id = $1', [id, leader.uid]);
    const strangers = [await world.addRider(), await world.addDriver()];
    for (const actor of strangers) expect((await world.look(actor, address)).status).toBe(404);
    expect((await world.look(leader, address)).status).toBe(403);
    expect((await world.look(null, address)).status).toBe(401);
    await tidy(id);
    expect(keysOf(id)).toHaveLength(1);
  });

  it('is found only under its own chat, and words have none', async () => {
    const [one, two] = [await world.trip('ACCEPTED'), await world.trip('ACCEPTED')];
    const sent = await world.sendImage(one.rider, one.id, picture);
    const words = await world.write(two.rider, two.id, 'hi');
    const addressOf = (message: string) => `/api/v1/bookings/${two.id}/messages/${message}/image`;
    for (const message of [sent.body.id, words.body.id, two.id])
      expect((await world.look(two.rider, addressOf(message))).status).toBe(404);
    expect((await world.look(two.rider, addressOf('x'))).status).toBe(400);
  });

  it('with a driver who was replaced is neither his nor the next one’s to look at', async () => {
    const { id, rider, driver } = await world.trip('ACCEPTED');
    const { body } = await world.sendImage(rider, id, picture);
    const next = await world.addDriver();
    await world.database.pool.query('update booking set driver = $2 where id = $1', [id, next.uid]);
    for (const actor of [driver, next, rider])
      expect((await world.look(actor, body.image ?? '')).status).toBe(404);
  });

  it('sent twice with one key is there once', async () => {
    const { id, driver } = await world.trip('ACCEPTED');
    const first = await world.sendImage(driver, id, picture, 'key-1');
    const again = await world.sendImage(driver, id, picture, 'key-1');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await world.list(driver, id)).body.items).toHaveLength(1);
    expect((await world.sendImage(driver, id, another, 'key-1')).status).toBe(422);
    await tidy(id);
    expect(keysOf(id)).toHaveLength(1);
  });

  it('that cannot be read, or is too large, is refused and nothing is kept', async () => {
    const { id, rider } = await world.trip('ACCEPTED');
    const { reencode } = world.files.images;
    world.files.images.reencode = () => Promise.reject(new DomainError('image_unreadable'));
    expect((await world.sendImage(rider, id, Buffer.from('%PDF'))).code).toBe('image_unreadable');
    world.files.images.reencode = reencode;
    const { maxBytes } = routes.sendMessageImage.upload;
    expect((await world.sendImage(rider, id, Buffer.alloc(maxBytes + 1))).code).toBe('payload_too_large');
    expect((await world.list(rider, id)).body.items).toEqual([]);
    expect(keysOf(id)).toEqual([]);
  });

  it('is refused where nobody drives yet, once the chat is closed, and from those it is not of', async () => {
    const open = await world.trip('NEW');
    expect((await world.sendImage(open.rider, open.id, picture)).code).toBe('chat_not_found');
    const { id, rider, driver } = await world.trip('ACCEPTED');
    expect((await world.sendImage(await world.addDriver(), id, picture)).code).toBe('chat_not_found');
    expect((await world.sendImage(await world.addAdmin(), id, picture)).status).toBe(403);
    expect((await world.sendImage(null, id, picture)).status).toBe(401);
    const { body } = await world.sendImage(driver, id, picture);
    await world.call(rider, routes.cancelBooking, id, { reason: 'No' });
    expect((await world.sendImage(driver, id, picture)).code).toBe('chat_closed');
    expect((await world.look(rider, body.image ?? '')).status).toBe(200);
    expect((await world.look(driver, body.image ?? '')).status).toBe(200);
    world.pass(30 * MS_PER_MINUTE);
    expect((await world.look(driver, body.image ?? '')).status).not.toBe(200);
    expect((await world.look(rider, body.image ?? '')).status).toBe(200);
  });

  it('whose chat closes while it is worked on leaves no file behind', async () => {
    const { id, rider } = await world.trip('ACCEPTED');
    const { put } = world.files.storage;
    world.files.storage.put = async (key, file) => {
      await put(key, file);
      await world.call(rider, routes.cancelBooking, id, { reason: 'No' });
    };
    expect((await world.sendImage(rider, id, picture)).code).toBe('chat_closed');
    world.files.storage.put = put;
    expect(keysOf(id)).toHaveLength(1);
    const [job] = await planned(id);
    expect(job?.run_at.getTime()).toBe(world.now() + 10 * MS_PER_MINUTE);
    await tidy(id);
    expect(keysOf(id)).toEqual([]);
  });

  it('is told of as a picture', async () => {
    const { id, rider, driver } = await world.trip('ACCEPTED');
    await world.sendImage(rider, id, picture);
    const [event] = await world.events(id);
    if (!event) throw new Error('nothing was told');
    expect(await world.pushesOf(event, 301)).toMatchObject([
      { uid: driver.uid, title: 'Message from Ana', body: 'Sent a picture', screen: 'onlineChat' },
    ]);
  });

  it('goes with the account of who sent it, and is named in what they take along', async () => {
    const { id, rider, driver } = await world.trip('ACCEPTED');
    const hers = await world.sendImage(rider, id, picture);
    const his = await world.sendImage(driver, id, another);
    expect(await world.chat.messagesOf(rider.uid)).toEqual([
      { booking: id, date: world.now(), message: '', image: hers.body.image },
    ]);
    await world.withTx((tx) => world.chat.erasePerson(tx, rider.uid));
    expect((await world.look(driver, hers.body.image ?? '')).status).toBe(404);
    await tidy(id);
    expect(keysOf(id)).toEqual([`chats/${id}/${his.body.id}.webp`]);
    expect((await world.look(driver, his.body.image ?? '')).status).toBe(200);
  });
});

describe('who is writing', () => {
  it('is told to the other side, at most once in two seconds, and kept nowhere', async () => {
    const { id, rider, driver } = await world.trip('ACCEPTED');
    world.typing.length = 0;
    for (let at = 0; at < 50; at += 1) await world.chat.onTyping(rider, id);
    world.pass(1_999);
    await world.chat.onTyping(rider, id);
    await world.chat.onTyping(driver, id);
    world.pass(1);
    await world.chat.onTyping(rider, id);
    const topics = [`chat:${id}`, `chat:${id}:${driver.uid}`];
    expect(world.typing).toEqual([rider, driver, rider].map(({ uid }) => ({ topics, from: uid })));
    expect(await world.events(id)).toEqual([]);
  });

  it('is taken only from the two who may write there now', async () => {
    const { id, rider, driver } = await world.trip('ACCEPTED');
    world.typing.length = 0;
    const others = [await world.addRider(), await world.addDriver(), await world.addAdmin()];
    for (const actor of others)
      await expect(world.chat.onTyping(actor, id)).rejects.toMatchObject({ code: 'chat_not_found' });
    await world.call(rider, routes.cancelBooking, id, { reason: 'No' });
    for (const actor of [rider, driver])
      await expect(world.chat.onTyping(actor, id)).rejects.toMatchObject({ code: 'chat_closed' });
    const open = await world.trip('NEW');
    await expect(world.chat.onTyping(open.rider, open.id)).rejects.toMatchObject({ code: 'chat_not_found' });
    expect(world.typing).toEqual([]);
  });
});

it('a message of a megabyte is refused and the chat goes on', async () => {
  const { id, rider } = await world.trip('ACCEPTED');
  const { status } = await world.write(rider, id, 'x'.repeat(1_048_576));
  expect([400, 413]).toContain(status);
  expect((await world.write(rider, id, 'short')).status).toBe(201);
});

it('a thousand messages come page by page, each once', async () => {
  const { id, rider, driver } = await world.trip('ACCEPTED');
  await world.write(rider, id, 'm1');
  await world.database.pool.query(
    `insert into chat_message (booking, driver, seq, id, source, sender, message, at)
     select $1, $2, n, gen_random_uuid(), 'driver', $2, 'm' || n, $3::bigint + n from generate_series(2, 1000) n`,
    [id, driver.uid, world.now()],
  );
  await world.database.pool.query('update chat set last_seq = 1000 where booking = $1', [id]);
  const words: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = await world.list(rider, id, `?limit=50${cursor && `&cursor=${cursor}`}`);
    words.push(...body.items.map(({ message }) => message));
    cursor = body.nextCursor;
  }
  expect(words).toEqual(Array.from({ length: 1000 }, (_, at) => `m${1000 - at}`));
});
