// Tests of sessions on a real database: storage, expiry and sign-out, and the requests that are rejected afterwards.
import type { DomainError } from '@kerb/domain/kernel';
import { describe, expect, test } from 'vitest';
import { waitFor } from '../../../kit/testing/wait-for.ts';
import { code, createIdentityTestbed, DAY, SECOND } from '../testing/identity-testbed.ts';
import { createSignOut, endSessionOf, endSessionsOf } from './end-sessions.ts';
import { createListSessions } from './list-sessions.ts';
import { createResolveSession, managerSessionLimits, sessionLimits } from './sessions.ts';

const { database, db, withTx, clock, challenge, signIn } = await createIdentityTestbed();
const resolveSession = createResolveSession({ db, clock, secondFactorOf: async () => undefined });
const sessionsOf = createListSessions({ db, clock });

const chromeOnAndroid =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36';

async function signedIn({ mobile, userAgent = '' }: { mobile?: string; userAgent?: string } = {}) {
  const { token, user } = await signIn({ ...(await challenge(mobile)), userAgent });
  const actor = await resolveSession(token);
  if (actor === null) throw new Error('The new session does not resolve');
  clock.time += 31 * SECOND;
  return { token, user, actor };
}

describe('a session', () => {
  test('is found by its token, which is not stored in the database', async () => {
    const { token, user, actor } = await signedIn();
    expect(actor).toEqual({ uid: user.uid, usertype: 'rider', sessionId: expect.any(String) });
    expect(await resolveSession(`${token}x`)).toBeNull();
    const { rows } = await database.pool.query('select * from sessions');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('is read together with others that are looked up at the same time', async () => {
    const one = await signedIn({ mobile: '+59891000071' });
    const other = await signedIn({ mobile: '+59891000072' });
    let statements = 0;
    const count = () => {
      statements += 1;
    };
    database.pool.on('acquire', count);
    const tokens = [one.token, 'unknown', other.token, one.token];
    const actors = await Promise.all(tokens.map(resolveSession));
    database.pool.off('acquire', count);
    expect(actors).toEqual([one.actor, null, other.actor, one.actor]);
    expect(statements).toBe(1);
  });

  test('ends after 30 days without use', async () => {
    const { token } = await signedIn();
    clock.time += sessionLimits.idleMs - 31 * SECOND - 1;
    expect(await resolveSession(token)).not.toBeNull();
    clock.time += sessionLimits.idleMs;
    expect(await resolveSession(token)).toBeNull();
  });

  test('is extended by use, and ends after 180 days at the latest', async () => {
    const { token } = await signedIn();
    const end = clock.time - 31 * SECOND + sessionLimits.absoluteMs;
    while (clock.time + 20 * DAY < end) {
      clock.time += 20 * DAY;
      expect(await resolveSession(token)).not.toBeNull();
    }
    clock.time = end - 1;
    expect(await resolveSession(token)).not.toBeNull();
    clock.time = end;
    expect(await resolveSession(token)).toBeNull();
  });

  test.each(['admin', 'fleetadmin'])('of a user who is %s ends after a day without use', async (role) => {
    const { token, user } = await signedIn();
    await database.pool.query('update users set usertype = $2 where uid = $1', [user.uid, role]);
    const opened = clock.time - 31 * SECOND;
    clock.time = opened + managerSessionLimits.idleMs - 1;
    expect(await resolveSession(token)).toMatchObject({ usertype: role });
    clock.time += managerSessionLimits.idleMs - 1;
    expect(await resolveSession(token)).not.toBeNull();
    clock.time += managerSessionLimits.idleMs;
    expect(await resolveSession(token)).toBeNull();
    // The session of another role stays valid for 30 days.
    await database.pool.query("update users set usertype = 'rider' where uid = $1", [user.uid]);
    expect(await resolveSession(token)).toMatchObject({ usertype: 'rider' });
  });

  test.each(['admin', 'fleetadmin'])(
    'of a user who is %s ends after seven days all the same',
    async (role) => {
      const { token, user, actor } = await signedIn();
      await database.pool.query('update users set usertype = $2 where uid = $1', [user.uid, role]);
      const end = clock.time - 31 * SECOND + managerSessionLimits.absoluteMs;
      while (clock.time + 20 * 3600 * SECOND < end) {
        clock.time += 20 * 3600 * SECOND;
        expect(await resolveSession(token)).not.toBeNull();
      }
      clock.time = end - 1;
      const manager = { ...actor, usertype: role as 'admin' };
      expect(await resolveSession(token)).not.toBeNull();
      expect(await sessionsOf(manager)).toHaveLength(1);
      clock.time = end;
      expect(await resolveSession(token)).toBeNull();
      expect(await sessionsOf(manager)).toEqual([]);
    },
  );

  test.each([
    ['disabled', "update users set approved = false, review = 'disabled' where uid = $1"],
    [
      'deleted',
      "update users set approved = false, review = 'disabled', deleted_at = 1, mobile = '' where uid = $1",
    ],
  ])('of a %s user is rejected', async (_, change) => {
    const { token, user } = await signedIn();
    await database.pool.query(change, [user.uid]);
    expect(await resolveSession(token)).toBeNull();
  });
});

describe('a session that is being opened while its person is', () => {
  test.each([
    ['disabled', "update users set approved = false, review = 'disabled' where uid = $1"],
    [
      'deleted',
      "update users set approved = false, review = 'disabled', deleted_at = 1, mobile = '' where uid = $1",
    ],
  ])('%s comes to nothing, also after the account is let in again', async (what, change) => {
    const { user } = await signedIn();
    await withTx((tx) => endSessionsOf(tx, user.uid));
    const client = await database.pool.connect();
    await client.query('begin');
    const { rows: deciding } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await client.query(change, [user.uid]);
    const opening = signIn(await challenge(user.mobile));
    opening.catch(() => undefined);
    await waitFor(async () => {
      const { rowCount } = await database.pool.query(
        'select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
        [deciding[0]?.pid],
      );
      return rowCount !== 0;
    }, 'the sign-in to wait for the decision');
    await client.query('commit');
    client.release();
    // The number of a deleted user is free: it may open a new account, but never the deleted one.
    const outcome = await opening.then(
      (signedInNow) => signedInNow.user.uid,
      (error: DomainError) => error.code,
    );
    if (what === 'disabled') expect(outcome).toBe('require_approval');
    expect(outcome).not.toBe(user.uid);
    const { rows } = await database.pool.query('select 1 from sessions where uid = $1', [user.uid]);
    expect(rows).toEqual([]);
  });
});

describe('the list of sessions', () => {
  test('shows device and last use, marks the current session, and is sorted by last use', async () => {
    const phone = await signedIn({ userAgent: chromeOnAndroid });
    const script = await signedIn({ mobile: phone.user.mobile });
    clock.time += 20 * 60 * SECOND;
    await resolveSession(phone.token);
    expect(await sessionsOf(script.actor)).toEqual([
      {
        id: phone.actor.sessionId,
        device: 'Chrome on Android',
        createdAt: expect.any(Number),
        lastSeenAt: clock.time,
        current: false,
      },
      {
        id: script.actor.sessionId,
        device: '',
        createdAt: clock.time - 20 * 60 * SECOND - 31 * SECOND,
        lastSeenAt: clock.time - 20 * 60 * SECOND - 31 * SECOND,
        current: true,
      },
    ]);
  });

  test('leaves out ended sessions and those of other users', async () => {
    const old = await signedIn();
    await signedIn();
    clock.time += sessionLimits.idleMs;
    const fresh = await signedIn({ mobile: old.user.mobile });
    expect((await sessionsOf(fresh.actor)).map(({ id }) => id)).toEqual([fresh.actor.sessionId]);
  });

  test('stores at most 300 characters of the user agent', async () => {
    const { actor } = await signedIn({ userAgent: 'x'.repeat(9000) });
    const { rows } = await database.pool.query(
      'select length(user_agent) as length from sessions where id = $1',
      [actor.sessionId],
    );
    expect(rows).toEqual([{ length: 300 }]);
  });
});

describe('ending sessions', () => {
  const endedEvents = async () => {
    const { rows } = await database.pool.query<{ data: { sessions: string[] }; topics: string[] }>(
      "select data, topics from outbox_events where name = 'session.ended' order by id desc",
    );
    return rows;
  };

  test('signing out ends only the current session; a repetition has no effect', async () => {
    const one = await signedIn();
    const other = await signedIn();
    const signOut = createSignOut({ withTx });
    await signOut(one.actor);
    const before = (await endedEvents()).length;
    await signOut(one.actor);
    expect((await endedEvents()).length).toBe(before);
    expect([await resolveSession(one.token), await resolveSession(other.token)]).toEqual([null, other.actor]);
  });

  test('a user can end their own session on another device, and no other user’s', async () => {
    const here = await signedIn();
    const there = await signedIn({ mobile: here.user.mobile });
    const stranger = await signedIn();
    const end = (id: string) => withTx((tx) => endSessionOf(tx, here.user.uid, id));
    await expect(end(stranger.actor.sessionId)).rejects.toEqual(code('not_found'));
    expect(await resolveSession(stranger.token)).not.toBeNull();
    await end(there.actor.sessionId);
    expect(await resolveSession(there.token)).toBeNull();
    await expect(end(there.actor.sessionId)).rejects.toEqual(code('not_found'));
    expect((await endedEvents())[0]).toEqual({ data: { sessions: [there.actor.sessionId] }, topics: [] });
  });

  test('ends all sessions of one user, or all but one, and those of no other user', async () => {
    const here = await signedIn();
    const there = await signedIn({ mobile: here.user.mobile });
    const stranger = await signedIn();
    expect(await withTx((tx) => endSessionsOf(tx, here.user.uid, here.actor.sessionId))).toBe(1);
    expect([await resolveSession(here.token), await resolveSession(there.token)]).toEqual([here.actor, null]);
    expect(await withTx((tx) => endSessionsOf(tx, here.user.uid))).toBe(1);
    expect(await resolveSession(here.token)).toBeNull();
    expect(await resolveSession(stranger.token)).not.toBeNull();
    expect(await withTx((tx) => endSessionsOf(tx, here.user.uid))).toBe(0);
  });

  test('a transaction that is rolled back ends no session', async () => {
    const { token, user } = await signedIn();
    const failing = withTx(async (tx) => {
      await endSessionsOf(tx, user.uid);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await resolveSession(token)).not.toBeNull();
  });
});
