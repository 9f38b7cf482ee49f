// Tests that admins read the conversations of a booking with each of its drivers, while rider and drivers see only
// their present one.
import { routes } from '@kerb/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { type ChatEnvironment, createChatEnvironment } from './testing/chat-environment.ts';

const picture = Buffer.from('a picture');
let environment: ChatEnvironment;
let admin: Actor;
beforeAll(async () => {
  environment = await createChatEnvironment();
  admin = await environment.addAdmin();
});
afterAll(() => environment?.close());

const messagesOf = async (actor: Actor, id: string, query = '') =>
  (await environment.list(actor, id, query)).body.items.map(({ message }) => message);

/** A booking without a driver, whose first driver wrote with the rider before an admin took it from them. */
async function reassigned() {
  const { id, rider, driver: first } = await environment.trip('ACCEPTED');
  await environment.write(rider, id, 'Hello, first');
  await environment.write(first, id, 'My tyre is flat');
  await environment.call(admin, routes.reassignBooking, id, { from: first.uid, to: null });
  environment.pass(10_000);
  return { id, rider, first };
}

async function acceptedByNext(id: string): Promise<Actor> {
  const next = await environment.addDriver();
  await environment.ask(id, [next]);
  await environment.call(next, routes.acceptBooking, id);
  return next;
}

describe('the conversations of a booking', () => {
  it('are read by admins one by one, with each driver', async () => {
    const { id, rider, first } = await reassigned();
    const second = await acceptedByNext(id);
    await environment.write(rider, id, 'Hello, second');
    const { body } = await environment.conversations(admin, id);
    expect(body.items).toEqual([
      { driver: second.uid, name: expect.stringMatching(/\S/), lastAt: environment.now() },
      { driver: first.uid, name: expect.stringMatching(/\S/), lastAt: environment.now() - 10_000 },
    ]);
    const earlier = await environment.list(admin, id, `?driver=${first.uid}&limit=1`);
    expect(earlier.body).toMatchObject({ open: false, unread: 0, readUntil: null });
    expect(earlier.body.items).toMatchObject([
      { message: 'My tyre is flat', from: first.uid, source: 'driver' },
    ]);
    const { nextCursor } = earlier.body;
    expect(await messagesOf(admin, id, `?driver=${first.uid}&cursor=${nextCursor}`)).toEqual([
      'Hello, first',
    ]);
    expect(await messagesOf(admin, id, `?driver=${second.uid}`)).toEqual(['Hello, second']);
    expect(await messagesOf(admin, id)).toEqual(['Hello, second']);
  });

  it('stay readable for admins while the booking has no driver', async () => {
    const { id, first } = await reassigned();
    expect((await environment.conversations(admin, id)).body.items).toMatchObject([{ driver: first.uid }]);
    expect(await messagesOf(admin, id, `?driver=${first.uid}`)).toEqual(['My tyre is flat', 'Hello, first']);
    expect((await environment.list(admin, id)).code).toBe('chat_not_found');
    expect(await environment.topicsFor(admin, id)).toHaveLength(1);
  });

  it('have pictures that admins see, but neither the rider nor a driver any more', async () => {
    const { id, rider, driver: first } = await environment.trip('ACCEPTED');
    const { body } = await environment.sendImage(rider, id, picture);
    await environment.call(admin, routes.reassignBooking, id, { from: first.uid, to: null });
    expect((await environment.look(admin, body.image ?? '')).status).toBe(200);
    const second = await acceptedByNext(id);
    expect((await environment.look(admin, body.image ?? '')).status).toBe(200);
    for (const actor of [rider, first, second])
      expect((await environment.look(actor, body.image ?? '')).status).toBe(404);
  });

  it('stay hidden from rider and drivers, who see only their present one', async () => {
    const { id, rider, first } = await reassigned();
    const ofFirst = `?driver=${first.uid}`;
    for (const actor of [rider, first])
      expect((await environment.list(actor, id, ofFirst)).code).toBe('chat_not_found');
    const second = await acceptedByNext(id);
    await environment.write(second, id, 'Hello, rider');
    for (const actor of [rider, second])
      expect(await messagesOf(actor, id, ofFirst)).toEqual(['Hello, rider']);
    for (const query of [ofFirst, `?driver=${second.uid}`, ''])
      expect((await environment.list(first, id, query)).code).toBe('chat_not_found');
    for (const actor of [rider, first, second, await environment.addFleetAdmin()])
      expect((await environment.conversations(actor, id)).status).toBe(403);
  });

  it('of a missing booking, and with a driver who never wrote, are not found', async () => {
    const { id } = await reassigned();
    const other = await environment.addDriver();
    expect((await environment.list(admin, id, `?driver=${other.uid}`)).code).toBe('chat_not_found');
    expect((await environment.list(admin, id, '?driver=nonsense')).code).toBe('invalid_input');
    const missing = '01930000-0000-7000-8000-000000000000';
    expect((await environment.conversations(admin, missing)).code).toBe('not_found');
    expect((await environment.list(admin, missing, `?driver=${other.uid}`)).code).toBe('chat_not_found');
    expect(await environment.topicsFor(admin, missing)).toBeNull();
  });
});
