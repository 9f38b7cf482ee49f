// Tests of deliveries: retries until they expire, once for each device, removal of dead devices, and recovery after a
// crash.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { uuidV7 } from '../../../adapters/clock/system-clock.ts';
import { waitFor } from '../../../kit/testing/wait-for.ts';
import { ruleOf } from '../catalogue/notice-catalogue.ts';
import { createAddNotices } from '../create/add-notices.ts';
import { createNoticesEnvironment } from '../testing/notices-environment.ts';
import { DELIVER_BATCH_JOB } from './deliver-job.ts';
import { LOST_AFTER_MS, pauseAfter } from './deliver-notice.ts';
import { deliveriesRepository } from './deliveries.repository.ts';
import { WRITE_AFTER_MS } from './shown-offers.ts';

const environment = await createNoticesEnvironment();
const { service, clock, fcm, sms, handleEvent, event } = environment;

beforeEach(async () => {
  await environment.database.pool.query('delete from notices');
  Object.assign(fcm, { outcome: { result: 'sent' }, sent: [], asked: 0, held: Promise.resolve() });
  Object.assign(sms, { fails: false, confirms: true, sent: [] });
  service.answer();
  service.taken();
  service.asked();
  environment.warnings.splice(0);
});

let made = 0;
/** A rider with a browser, and optionally a phone, who gets the notice that the driver has arrived. */
async function waitingRider({ phone = false } = {}) {
  made += 1;
  const rider = await environment.person({ usertype: 'rider' });
  const browser = `browser-${made}`;
  const session = await environment.device(rider.uid, 'WEB', service.subscribe(browser));
  if (phone) await environment.device(rider.uid, 'ANDROID', `phone-${made}`);
  const booking = environment.booking({ customer: rider.uid, status: 'ARRIVED' });
  await handleEvent(
    event('booking.changed', { booking_id: booking.id, status: 'ARRIVED', from: 'ACCEPTED' }),
  );
  return { uid: rider.uid, browser, phone: `phone-${made}`, session, booking };
}
const devicesOf = async (uid: string) =>
  ((await environment.identity.devicesOf([uid])).get(uid) ?? []).length;

describe('a delivery', () => {
  test('sends the parameters of the screen to every device', async () => {
    const { uid, browser, phone, booking } = await waitingRider({ phone: true });
    await environment.deliver();
    expect(service.taken()).toMatchObject([
      {
        browser,
        ttl: '600',
        payload: {
          title: 'Your driver is here',
          body: 'Ana is waiting at Rambla 1: Fiat Argo, SAB 1234.',
          screen: 'BookedCab',
          params: { bookingId: booking.id },
          url: `/BookedCab?bookingId=${booking.id}`,
        },
      },
    ]);
    expect(fcm.sent).toEqual([{ token: phone, title: 'Your driver is here' }]);
    expect([await environment.stateOf(uid), service.problems]).toEqual([['push sent'], []]);
  });

  test('is sent once, however often its job runs, also concurrently', async () => {
    await waitingRider();
    const [job] = await environment.waiting();
    if (!job) throw new Error('nothing waits');
    await Promise.all([environment.run(job), environment.run(job), environment.run(job)]);
    await environment.run(job);
    expect([service.asked(), service.taken()]).toEqual([1, [expect.anything()]]);
  });

  test('is not sent by two workers at once: the second sees that the first has started', async () => {
    const { phone } = await waitingRider({ phone: true });
    const [job] = await environment.waiting();
    if (!job) throw new Error('nothing waits');
    let goOn: () => void = () => undefined;
    fcm.held = new Promise((resolve) => {
      goOn = resolve;
    });
    const first = environment.run(job);
    await waitFor(async () => fcm.asked === 1, 'the first to begin');
    await environment.run(job);
    goOn();
    await first;
    expect([fcm.asked, fcm.sent.map(({ token }) => token), service.asked()]).toEqual([1, [phone], 1]);
  });

  test('is retried with growing pauses, and only on the device that failed', async () => {
    const { uid, phone } = await waitingRider({ phone: true });
    service.answer({ status: 500 }, { status: 503 });
    await environment.deliver();
    await environment.deliver();
    expect([service.asked(), await environment.stateOf(uid)]).toEqual([1, ['push waiting']]);
    clock.advance(pauseAfter(1));
    await environment.deliver();
    clock.advance(pauseAfter(2) - 1);
    await environment.deliver();
    expect(service.asked()).toBe(1);
    clock.advance(1);
    await environment.deliver();
    expect([service.taken().length, fcm.sent.map(({ token }) => token)]).toEqual([1, [phone]]);
    expect(await environment.stateOf(uid)).toEqual(['push sent']);
  });

  test('waits as long as the provider requests', async () => {
    await waitingRider();
    service.answer({ status: 429, headers: { 'retry-after': '40' } });
    await environment.deliver();
    clock.advance(39_999);
    await environment.deliver();
    expect(service.asked()).toBe(1);
    clock.advance(1);
    await environment.deliver();
    expect(service.taken()).toHaveLength(1);
  });

  test('adds the next attempt as a job', async () => {
    await waitingRider();
    service.answer({ status: 500 });
    await environment.database.asOwner.query('delete from graphile_worker._private_jobs');
    await environment.deliver();
    const jobs = await environment.rows<{ run_at: Date }>('select run_at from graphile_worker.jobs');
    expect(jobs.map(({ run_at }) => run_at.getTime())).toEqual([clock.now() + pauseAfter(1)]);
  });

  test('to an expired browser or app subscription removes the device, and is not retried', async () => {
    const { uid } = await waitingRider({ phone: true });
    service.answer({ status: 410 });
    fcm.outcome = { result: 'gone' };
    await environment.deliver();
    expect([await devicesOf(uid), await environment.stateOf(uid)]).toEqual([0, ['push failed']]);
    const { rows } = await environment.database.pool.query('select push_token from users where uid = $1', [
      uid,
    ]);
    expect(rows).toEqual([{ push_token: null }]);
  });

  test('that a device rejects is not retried on it; the device remains', async () => {
    const { uid } = await waitingRider();
    service.answer({ status: 413 });
    await environment.deliver();
    expect([await devicesOf(uid), await environment.stateOf(uid)]).toEqual([1, ['push failed']]);
    const [row] = await environment.rows('select error from notice_deliveries');
    expect(row).toEqual({ error: 'The push service answered 413' });
  });

  test('denied for its sender three times in a row removes the browser; an accepted one resets the count', async () => {
    const { uid, booking } = await waitingRider();
    const notifyAgain = async (status: number) => {
      service.answer({ status });
      await environment.deliver();
      await handleEvent(
        event('booking.changed', { booking_id: booking.id, status: 'ARRIVED', from: 'ACCEPTED' }),
      );
      return devicesOf(uid);
    };
    for (const status of [403, 401, 201, 403, 401])
      expect([status, await notifyAgain(status)]).toEqual([status, 1]);
    expect(await notifyAgain(403)).toBe(0);
    expect((await environment.stateOf(uid)).slice(0, 3)).toEqual(['push failed', 'push failed', 'push sent']);
    const [row] = await environment.rows(
      'select error from notice_deliveries join notices on id = notice order by at, id',
    );
    expect(row).toEqual({ error: 'The push service answered 403' });
  });

  test('to a browser that subscribed with another key removes the subscription at once', async () => {
    const { uid } = await waitingRider();
    service.answer({ status: 403, body: 'VapidPkHashMismatch' });
    await environment.deliver();
    expect(await devicesOf(uid)).toBe(0);
  });

  test('ends when the notice is outdated', async () => {
    const { uid } = await waitingRider();
    clock.advance(10 * 60_000);
    await environment.deliver();
    expect([service.asked(), await environment.stateOf(uid)]).toEqual([0, ['push expired']]);
  });

  test('is aborted when it would expire before the next attempt, and the operator is warned', async () => {
    const { uid } = await waitingRider();
    service.answer(...Array.from({ length: 20 }, () => ({ status: 500 })));
    for (let tries = 0; tries < 20; tries += 1) {
      await environment.deliver();
      const [next] = await environment.waiting();
      if (next) clock.set(Number(next.next_at));
    }
    // The next delay after 2, 6, 18, 54, 162 and 486 s would exceed the ten minutes for which the notice is valid.
    expect([service.asked(), await environment.stateOf(uid)]).toEqual([6, ['push failed']]);
    expect(environment.warnings).toMatchObject([{ kind: 'driver_near', attempts: 6 }]);
  });

  test('is skipped when the notice was read in the app meanwhile', async () => {
    const { uid } = await waitingRider();
    await environment.database.pool.query('update notices set read_at = 1 where uid = $1', [uid]);
    await environment.deliver();
    expect([service.asked(), await environment.stateOf(uid)]).toEqual([0, ['push read']]);
  });

  test('is not sent to a user whose session ended, or who was deleted, while it waited', async () => {
    const signedOut = await waitingRider();
    const deleted = await waitingRider();
    await environment.database.pool.query('delete from sessions where uid = $1', [signedOut.uid]);
    const jobs = await environment.waiting();
    await environment.database.withTx((tx) =>
      environment.module.api.erasePerson(tx, { uid: deleted.uid, mobile: '', email: '' }, []),
    );
    for (const job of jobs) await environment.run(job);
    expect(service.asked()).toBe(0);
    expect([await environment.stateOf(signedOut.uid), await environment.stateOf(deleted.uid)]).toEqual([
      ['push failed'],
      [],
    ]);
  });

  test('goes to the device only while it belongs to the user', async () => {
    const { uid, phone } = await waitingRider({ phone: true });
    const other = await environment.person({ usertype: 'rider' });
    await environment.device(other.uid, 'ANDROID', phone);
    await environment.deliver();
    expect([fcm.sent, await devicesOf(uid)]).toEqual([[], 1]);
  });

  test('is resumed after its server crashed in the middle, and not before', async () => {
    const { uid } = await waitingRider();
    const [job] = await environment.waiting();
    if (!job) throw new Error('nothing waits');
    // Simulates a server that claimed the delivery and stopped.
    await environment.database.pool.query('update notice_deliveries set attempts = 1, next_at = $1', [
      clock.now() + LOST_AFTER_MS,
    ]);
    await environment.database.asOwner.query('delete from graphile_worker._private_jobs');
    await environment.sweep();
    await environment.run(job);
    expect([service.asked(), await environment.rows('select 1 from graphile_worker.jobs')]).toEqual([0, []]);
    clock.advance(2 * LOST_AFTER_MS);
    await environment.sweep();
    await environment.sweep();
    expect(await environment.rows('select 1 from graphile_worker.jobs')).toHaveLength(1);
    await environment.run(job);
    expect([service.taken().length, await environment.stateOf(uid)]).toEqual([1, ['push sent']]);
  });

  test('without a sender for apps is shown once in a demonstration, and fails elsewhere', async () => {
    const { uid } = await waitingRider({ phone: true });
    const mobile = (await environment.identity.userOf(uid))?.mobile ?? '';
    fcm.outcome = { result: 'refused', reason: 'Nothing is set up' };
    service.answer({ status: 500 });
    const demo = environment.createModule(true);
    await environment.deliver(demo);
    clock.advance(pauseAfter(1));
    await environment.deliver(demo);
    expect(await environment.inbox.latest(mobile, 10)).toMatchObject([{ title: 'Your driver is here' }]);
    expect([service.taken().length, await environment.stateOf(uid)]).toEqual([1, ['push sent']]);
  });
});

describe('a text message', () => {
  test('is retried while its provider is unavailable, and sent once', async () => {
    const rider = await environment.person({ usertype: 'rider' });
    const { id } = environment.booking({ customer: rider.uid, booking_type_admin: true });
    await handleEvent(event('booking.changed', { booking_id: id, status: 'ACCEPTED', from: 'NEW' }));
    sms.fails = true;
    await environment.deliver();
    expect(await environment.stateOf(rider.uid)).toEqual(['push failed', 'sms waiting']);
    sms.fails = false;
    clock.advance(pauseAfter(1));
    await environment.deliver();
    await environment.deliver();
    expect(sms.sent.map(({ to }) => to)).toEqual([rider.mobile]);
    expect(await environment.stateOf(rider.uid)).toEqual(['push failed', 'sms sent']);
  });

  test('is not sent again when its provider may have accepted it', async () => {
    const rider = await environment.person({ usertype: 'rider' });
    const { id } = environment.booking({ customer: rider.uid, booking_type_admin: true });
    await handleEvent(event('booking.changed', { booking_id: id, status: 'ACCEPTED', from: 'NEW' }));
    sms.confirms = false;
    await environment.deliver();
    expect(await environment.stateOf(rider.uid)).toEqual(['push failed', 'sms failed']);
    expect(environment.warnings).toMatchObject([
      { reason: 'sms_failed: The provider did not confirm the message' },
    ]);
    clock.advance(pauseAfter(1));
    await environment.deliver();
    expect(sms.sent).toHaveLength(1);
  });

  test('is attempted six times in total', async () => {
    const rider = await environment.person({ usertype: 'rider' });
    const { id } = environment.booking({ customer: rider.uid, booking_type_admin: true });
    await handleEvent(event('booking.changed', { booking_id: id, status: 'ACCEPTED', from: 'NEW' }));
    sms.fails = true;
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await environment.deliver();
      expect(await environment.stateOf(rider.uid)).toEqual(['push failed', 'sms waiting']);
      clock.advance(pauseAfter(attempt));
    }
    await environment.deliver();
    sms.fails = false;
    expect(await environment.stateOf(rider.uid)).toEqual(['push failed', 'sms failed']);
  });
});

describe('the notices of one event', () => {
  const addNotices = createAddNotices({
    clock,
    ids: uuidV7,
    lockExistingAmong: environment.identity.lockExistingAmong,
  });
  const jobs = () =>
    environment.rows<{ payload: unknown }>('select payload from graphile_worker._private_jobs order by id');
  const newTasks = (uids: readonly string[]) =>
    uids.map((uid) => ({ uid, source: 'outbox:77', kind: 'new_task' as const, title: 'Trip', body: 'Near' }));

  test('are one event and one job, however many users are notified', async () => {
    const { database } = environment;
    await database.asOwner.query('delete from graphile_worker._private_jobs; truncate outbox_events');
    const uids: string[] = [];
    for (let nth = 0; nth < 15; nth += 1) uids.push((await environment.person({ usertype: 'driver' })).uid);
    const gone = uuidV7.next();
    const added = await database.withTx((tx) => addNotices(tx, newTasks([...uids, gone])));
    expect(added).toHaveLength(15);
    expect(await jobs()).toHaveLength(1);
    const events = await environment.rows<{ topics: string[] }>(
      `select topics from outbox_events where name = 'notice.created'`,
    );
    expect(events.map(({ topics }) => topics.toSorted())).toEqual([
      uids.map((uid) => `user:${uid}`).toSorted(),
    ]);
  });

  test('are sent to users with a device; users without one do not delay the others', async () => {
    const { database } = environment;
    await database.asOwner.query('delete from graphile_worker._private_jobs');
    const without = await environment.person({ usertype: 'driver' });
    const reached = await environment.person({ usertype: 'driver' });
    await environment.device(reached.uid, 'WEB', service.subscribe(`batch-${reached.uid}`));
    await database.withTx((tx) => addNotices(tx, newTasks([without.uid, reached.uid])));
    const [job] = await jobs();
    await environment.module.jobs?.[DELIVER_BATCH_JOB]?.(job?.payload);
    expect(await environment.stateOf(without.uid)).toEqual(['push failed']);
    expect(await environment.stateOf(reached.uid)).toEqual(['push sent']);
    // The job runs again after a crash: no device gets a second message.
    await environment.module.jobs?.[DELIVER_BATCH_JOB]?.(job?.payload);
    expect([service.asked(), service.taken().length]).toEqual([1, 1]);
  });

  test('are shown once each in the inbox of a demonstration, also when one of the devices fails', async () => {
    const { database } = environment;
    await database.asOwner.query('delete from graphile_worker._private_jobs');
    const drivers: Awaited<ReturnType<typeof environment.person>>[] = [];
    for (let nth = 0; nth < 3; nth += 1) drivers.push(await environment.person({ usertype: 'driver' }));
    const [first] = drivers;
    await environment.device(first?.uid ?? '', 'WEB', service.subscribe('inbox-and-browser'));
    service.answer({ status: 500 });
    await database.withTx((tx) => addNotices(tx, newTasks(drivers.map(({ uid }) => uid))));
    const [job] = await jobs();
    const demo = environment.createModule(true);
    await demo.jobs?.[DELIVER_BATCH_JOB]?.(job?.payload);
    for (const { mobile } of drivers)
      expect(await environment.inbox.latest(mobile, 10)).toMatchObject([{ title: 'Trip', body: 'Near' }]);
    const states = await Promise.all(drivers.map(({ uid }) => environment.stateOf(uid)));
    expect(states).toEqual([['push waiting'], ['push sent'], ['push sent']]);
    clock.advance(pauseAfter(1));
    await environment.deliver(demo);
    expect(await environment.stateOf(first?.uid ?? '')).toEqual(['push sent']);
    expect(await environment.inbox.latest(first?.mobile ?? '', 10)).toHaveLength(1);
  });
});

describe('the push message of an offer', () => {
  const { database } = environment;

  /** Sends an offer to this number of drivers, each with a browser. */
  async function offer(count: number) {
    await database.asOwner.query('delete from graphile_worker._private_jobs');
    const drivers: string[] = [];
    for (let nth = 0; nth < count; nth += 1) {
      const { uid } = await environment.person({ usertype: 'driver' });
      await environment.device(uid, 'WEB', service.subscribe(`offer-${uid}`));
      drivers.push(uid);
    }
    const { id } = environment.booking({ customer: uuidV7.next(), status: 'NEW' });
    environment.requests.set(
      id,
      drivers.map((driver) => ({ driver, expires_at: clock.now() + 30_000 })),
    );
    const topics = drivers.map((uid) => `tasks:${uid}`);
    await handleEvent(event('task.offered', { booking_id: id }, topics));
    return { id, drivers };
  }
  const shown = (uid: string, booking: string, usertype: 'driver' | 'rider' = 'driver') =>
    environment.module.api.onOfferShown({ uid, usertype }, booking);

  test('is sent by one job two seconds after the offer', async () => {
    const { drivers } = await offer(2);
    await environment.deliver();
    expect(service.asked()).toBe(0);
    const jobs = await environment.rows<{ run_at: Date }>('select run_at from graphile_worker.jobs');
    expect(jobs.map(({ run_at }) => run_at.getTime())).toEqual([clock.now() + 2_000]);
    clock.advance(2_000);
    await environment.deliver();
    expect(service.taken()).toHaveLength(2);
    for (const uid of drivers) expect(await environment.stateOf(uid)).toEqual(['push sent']);
  });

  test('is sent only to drivers whose screens do not show it', async () => {
    const first = await offer(3);
    const second = await offer(1);
    const [seen = '', other = '', third = ''] = first.drivers;
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    shown(seen, first.id);
    // Another driver's offer, another booking, and a rider: nothing changes.
    shown(second.drivers[0] ?? '', first.id);
    shown(other, second.id);
    shown(third, first.id, 'rider');
    vi.advanceTimersByTime(WRITE_AFTER_MS);
    vi.useRealTimers();
    await waitFor(
      async () => (await environment.stateOf(seen)).includes('push read'),
      'the shown offer to be recorded',
    );
    await waitFor(
      async () => (await environment.unreadOf(seen)) === 0,
      'the notice of the shown offer to be read',
    );
    const [published] = await environment.rows(
      `select topics from outbox_events where name = 'notice.read' order by position desc limit 1`,
    );
    expect(published).toEqual({ topics: [`user:${seen}`] });
    clock.advance(2_000);
    await environment.deliver();
    expect(service.taken()).toHaveLength(3);
    for (const uid of [other, third, ...second.drivers]) {
      expect(await environment.stateOf(uid)).toEqual(['push sent']);
      expect(await environment.unreadOf(uid)).toBe(1);
    }
  });
});

describe('a message to many users', () => {
  const addNotices = createAddNotices({
    clock,
    ids: uuidV7,
    lockExistingAmong: environment.identity.lockExistingAmong,
  });
  const { database } = environment;
  const forget = () => database.asOwner.query('delete from graphile_worker._private_jobs');
  /** The uids whose deliveries run, in order. */
  const inTurn = async (): Promise<string[]> => {
    const { rows } = await database.asOwner.query<{ uid: string }>(
      `select uid from graphile_worker._private_jobs
         join notices on payload::text like '%' || notices.id || '%'
       order by priority, run_at`,
    );
    return rows.map(({ uid }) => uid);
  };
  async function sendToMany() {
    const one = await environment.person({ usertype: 'rider' });
    await environment.device(one.uid, 'WEB', service.subscribe(`many-${one.uid}`));
    const notice = { uid: one.uid, source: 'campaign:1', kind: 'message' as const, title: 'Hi', body: 'All' };
    await database.withTx((tx) => addNotices(tx, [notice]));
    return one.uid;
  }

  test('for one platform reaches only the devices of that platform', async () => {
    const { uid } = await environment.person({ usertype: 'rider' });
    await environment.device(uid, 'WEB', service.subscribe(`web-${uid}`));
    await environment.device(uid, 'IOS', `ios-${uid}`);
    const notice = {
      uid,
      source: 'campaign:2',
      kind: 'message' as const,
      title: 'Hi',
      body: 'Update the app',
    };
    await database.withTx((tx) => addNotices(tx, [{ ...notice, onlyPlatform: 'IOS' }]));
    await environment.deliver();
    expect(fcm.sent.map(({ token }) => token)).toEqual([`ios-${uid}`]);
    expect([service.taken(), await environment.stateOf(uid)]).toEqual([[], ['push sent']]);
  });

  test('is sent after notices to single users, even later ones', async () => {
    await forget();
    const one = await sendToMany();
    const { uid } = await waitingRider();
    expect(await inTurn()).toEqual([uid, one]);
  });

  test('counts users who read it before sending as reached, and expired ones as not reached', async () => {
    const reader = await sendToMany();
    const late = await sendToMany();
    await environment.rows('update notices set read_at = 1 where uid = $1', [reader]);
    const jobs = await environment.waiting();
    const counts = () => deliveriesRepository(database.queries).countsOf('campaign:1');
    expect(await counts()).toEqual({ waiting: 2, sent: 0, failed: 0 });
    clock.advance(ruleOf('message').goodForMs);
    for (const job of jobs) await environment.run(job);
    expect(await counts()).toEqual({ waiting: 0, sent: 1, failed: 1 });
    expect([await environment.stateOf(reader), await environment.stateOf(late)]).toEqual([
      ['push read'],
      ['push expired'],
    ]);
  });

  test('is counted the same way after a retry and a crash of its server', async () => {
    const one = await sendToMany();
    const { uid } = await waitingRider();
    service.answer({ status: 500 }, { status: 500 });
    await forget();
    await environment.deliver();
    await database.asOwner.query('update graphile_worker._private_jobs set run_at = now()');
    expect(await inTurn()).toEqual([uid, one]);
    await forget();
    clock.advance(2 * LOST_AFTER_MS);
    await environment.sweep();
    expect(await inTurn()).toEqual([uid, one]);
  });
});
