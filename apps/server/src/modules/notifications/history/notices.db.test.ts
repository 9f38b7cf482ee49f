// Tests of a user's notification history: paging, the unread count, the read state on all screens, and privacy.
import { type NoticeView, routes } from '@kerb/contract';
import { describe, expect, test } from 'vitest';
import { uuidV7 } from '../../../adapters/clock/system-clock.ts';
import type { Tx } from '../../../kit/index.ts';
import { waitFor } from '../../../kit/testing/wait-for.ts';
import { createUsersEnvironment, type Someone } from '../../users/testing/users-environment.ts';
import { noticesRepository } from '../notices.repository.ts';

const environment = await createUsersEnvironment();

interface Page {
  items: NoticeView[];
  nextCursor: string | null;
  unread: number;
}
const list = (who: Someone | null, query = '') => environment.call<Page>(who, routes.listNotices, { query });
const read = (who: Someone, body: object = {}) =>
  environment.call<{ unread: number }>(who, routes.readNotices, { body });

let made = 0;
async function addNotice(
  { uid }: Someone,
  given: { id?: string; at?: number; screen?: string | null; kind?: string } = {},
) {
  made += 1;
  const { id = uuidV7.next(), at = made, screen = 'BookedCab', kind = 'driver_near' } = given;
  await environment.pool.query(
    `insert into notices (id, uid, source, kind, title, body, screen, params, at)
     values ($1, $2, $3, $4, 'Title', 'Body', $5, '{"bookingId":"b1"}', $6)`,
    [id, uid, `test:${made}`, kind, screen, at],
  );
  return id;
}
const readEvents = async () => (await environment.events()).filter(({ name }) => name === 'notice.read');

describe('the history of notices', () => {
  test('is newest first, page by page, with the unread count', async () => {
    const rider = await environment.someone('rider');
    const ids: string[] = [];
    // With the same time, like the notices of a batch.
    for (let number = 0; number < 5; number += 1) ids.unshift(await addNotice(rider, { at: 7 }));
    const first = (await list(rider, '?limit=2')).body;
    expect([first.items.map(({ id }) => id), first.unread]).toEqual([ids.slice(0, 2), 5]);
    expect(first.items[0]).toEqual({
      id: ids[0],
      kind: 'driver_near',
      title: 'Title',
      body: 'Body',
      screen: 'BookedCab',
      params: { bookingId: 'b1' },
      at: 7,
      readAt: null,
    });
    // Notices added meanwhile do not shift the pages.
    await addNotice(rider, { at: 8 });
    const second = (await list(rider, `?limit=2&cursor=${first.nextCursor}`)).body;
    const third = (await list(rider, `?limit=2&cursor=${second.nextCursor}`)).body;
    expect([...second.items, ...third.items].map(({ id }) => id)).toEqual(ids.slice(2));
    expect(third.nextCursor).toBeNull();
  });

  test('contains only the user’s own notices', async () => {
    const rider = await environment.someone('rider');
    const other = await environment.someone('admin');
    const id = await addNotice(rider);
    expect((await list(other)).body).toEqual({ items: [], nextCursor: null, unread: 0 });
    expect((await read(other, { ids: [id] })).body).toEqual({ unread: 0 });
    expect((await list(rider)).body.unread).toBe(1);
    expect((await list(null)).code).toBe('not_logged_in');
  });

  test('opens only screens that the app has', async () => {
    const rider = await environment.someone('rider');
    await addNotice(rider, { screen: 'Elsewhere' });
    await addNotice(rider, { screen: null });
    expect((await list(rider)).body.items.map(({ screen }) => screen)).toEqual([null, null]);
  });

  test.each(['nonsense', btoa('[1,2]'), btoa('["x","y"]'), btoa('[1,"\' or true"]')])(
    'refuses an invalid cursor: %s',
    async (cursor) => {
      const rider = await environment.someone('rider');
      expect((await list(rider, `?cursor=${encodeURIComponent(cursor)}`)).code).toBe('invalid_input');
    },
  );

  test('is in the export of the user’s data, and erased with the account', async () => {
    const rider = await environment.someone('rider');
    await addNotice(rider);
    const { body } = await environment.call<{ notices: unknown[] }>(rider, routes.exportMe);
    expect(body.notices).toEqual([
      { at: expect.any(Number), kind: 'driver_near', title: 'Title', body: 'Body', readAt: null },
    ]);
    expect((await environment.call(rider, routes.deleteMe, { body: {} })).status).toBe(204);
    const { rows } = await environment.pool.query('select id from notices where uid = $1', [rider.uid]);
    expect(rows).toEqual([]);
  });
});

describe('reading', () => {
  test('marks some or all as read, and publishes it to every screen of the user once', async () => {
    const rider = await environment.someone('rider');
    const first = await addNotice(rider);
    await addNotice(rider);
    await addNotice(rider);
    await readEvents();
    expect((await read(rider, { ids: [first] })).body).toEqual({ unread: 2 });
    expect(await readEvents()).toMatchObject([{ topics: [`user:${rider.uid}`], data: {} }]);
    // Marking a read notice again succeeds and publishes nothing.
    expect((await read(rider, { ids: [first, uuidV7.next()] })).body).toEqual({ unread: 2 });
    expect(await readEvents()).toEqual([]);
    const seen = (await list(rider)).body.items.find(({ id }) => id === first);
    expect(seen?.readAt).toEqual(expect.any(Number));
    expect((await read(rider)).body).toEqual({ unread: 0 });
    expect((await list(rider)).body.items.find(({ id }) => id === first)?.readAt).toBe(seen?.readAt);
  });

  test.each([[{ ids: [] }], [{ ids: ['1'] }], [{ ids: Array.from({ length: 201 }, () => uuidV7.next()) }]])(
    'of an invalid list is refused',
    async (body) => {
      expect((await read(await environment.someone('rider'), body)).code).toBe('invalid_input');
    },
  );
});

test('the public VAPID key is a point of P-256', async () => {
  const { status, body } = await environment.call<{ publicKey: string }>(null, routes.getPushKey);
  expect(status).toBe(200);
  const point = Buffer.from(body.publicKey, 'base64url');
  expect([point.length, point[0]]).toEqual([65, 4]);
});

describe('notices that are read', () => {
  test.each([
    ['all of a user', (tx: Tx, uid: string) => noticesRepository(tx).markRead(uid, undefined, 1)],
    [
      'about a booking',
      (tx: Tx, uid: string) => noticesRepository(tx).markReadAbout(uid, 'driver_near', 'b1', 1),
    ],
    [
      'about several bookings',
      (tx: Tx, uid: string) => noticesRepository(tx).markEachReadAbout(['driver_near'], [uid], ['b1'], 1),
    ],
  ])('are locked in the order of their ids, so that updates do not deadlock: %s', async (_, mark) => {
    const rider = await environment.someone('rider');
    const [low, high] = [uuidV7.next(), uuidV7.next()].sort();
    // The table and its indexes have the higher id first.
    for (const id of [high, low]) await addNotice(rider, { id });
    const other = await environment.pool.connect();
    try {
      await other.query('begin');
      const pid = (await other.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
      await other.query('select from notices where id = $1 for update', [low]);
      const marked = environment.withTx<unknown>((tx) => mark(tx, rider.uid));
      await waitFor(async () => {
        const { rowCount } = await environment.asOwner.query(
          'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
          [pid],
        );
        return rowCount === 1;
      }, 'the update to wait for the lock');
      // Fails if the update has locked it already: the two transactions would wait for each other.
      await other.query('select from notices where id = $1 for update nowait', [high]);
      await other.query('commit');
      await marked;
    } finally {
      await other.query('rollback');
      other.release();
    }
    expect((await list(rider)).body.unread).toBe(0);
  });
});
