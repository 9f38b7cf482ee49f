// Tests of notices by e-mail: kinds, recipients, texts, retries, and installations without a mail server.

import { DomainError } from '@kerb/domain/kernel';
import { beforeEach, describe, expect, test } from 'vitest';
import { EmailRefusedError } from '../../../ports/email.ts';
import { createNoticesEnvironment } from '../testing/notices-environment.ts';
import { LOST_AFTER_MS, pauseAfter } from './deliver-notice.ts';

const environment = await createNoticesEnvironment();
const { clock, mail, handleEvent, event } = environment;

beforeEach(async () => {
  await environment.database.pool.query('delete from notices');
  Object.assign(mail, { fails: null, sent: [] });
});

let made = 0;
/** A rider with an e-mail address. */
const someone = (given: Partial<Parameters<typeof environment.person>[0]> = {}) => {
  made += 1;
  return environment.person({
    usertype: 'driver',
    email: `p${made}@mail.example`,
    emailVerified: true,
    ...given,
  });
};
const bonus = (uid: string) =>
  handleEvent(event('referral.rewarded', { rider: uid, referrer: null, bonus: 5050 }));
const tries = async () => (await environment.waiting()).filter(({ channel }) => channel === 'email');

describe('a mail', () => {
  test('is not sent to an unverified address', async () => {
    const { uid } = await someone({ emailVerified: false });
    await bonus(uid);
    expect(await tries()).toEqual([]);
  });

  test('contains the notice in the user’s language, as text and HTML, with a link to its screen', async () => {
    const { uid, email } = await someone();
    await environment.database.pool.query(
      'update users set lang_locale = $2, date_locale = $3 where uid = $1',
      [uid, 'es', 'es-UY'],
    );
    await handleEvent(
      event('document.expiring', { uid, kind: 'img2', days_left: 30, expires_on: '2026-05-01' }),
    );
    await environment.deliver();
    const [{ id } = { id: '' }] = await environment.noticesOf(uid);
    const [sent] = mail.sent;
    expect(sent).toMatchObject({
      id,
      to: email,
      language: 'es',
      about: {},
      subject: 'Kerb: Un documento vence pronto',
    });
    expect(sent?.text).toMatch(
      /^Un documento vence pronto\n\nSeguro del vehículo: .*1 de mayo de 2026.*\n\nhttps:\/\/kerb\.example\/Profile\n\nKerb$/,
    );
    expect(sent?.html).toContain('<a href="https://kerb.example/Profile">');
    expect(sent?.html).toContain('1 de mayo de 2026');
    expect(await environment.stateOf(uid)).toEqual(['email sent', 'push failed']);
  });

  test('escapes markup in user input', async () => {
    const { uid } = await someone({ usertype: 'rider' });
    const booking = environment.booking({
      customer: uid,
      book_later: true,
      tripdate: clock.now() + 10 * 3_600_000,
      driver: uid,
      driver_name: '<img src=x> & "Ana"',
    });
    await handleEvent(event('booking.changed', { booking_id: booking.id, status: 'ACCEPTED', from: 'NEW' }));
    await environment.deliver();
    expect(mail.sent[0]?.html).toContain('&lt;img src=x&gt; &amp; &quot;Ana&quot;');
    expect(mail.sent[0]?.html).not.toContain('<img');
    expect(mail.sent[0]?.text).toContain('<img src=x> & "Ana"');
    expect(mail.sent[0]?.text).toContain(`https://kerb.example/BookedCab?bookingId=${booking.id}`);
    expect(mail.sent[0]?.about).toEqual({ bookingId: booking.id });
  });

  test('has no link when no public address is configured', async () => {
    const { uid } = await someone();
    await bonus(uid);
    await environment.deliver(environment.createModule(false, { publicUrl: null }));
    expect(mail.sent[0]?.text).not.toContain('://');
    expect(mail.sent[0]?.html).not.toContain('href');
  });

  test('is sent once, however often its job runs, also concurrently', async () => {
    const { uid } = await someone();
    await bonus(uid);
    const [job] = await tries();
    if (!job) throw new Error('nothing waits');
    await Promise.all([environment.run(job), environment.run(job), environment.run(job)]);
    clock.advance(2 * LOST_AFTER_MS);
    await environment.run(job);
    expect(mail.sent).toHaveLength(1);
  });

  test('is retried with growing pauses while no server accepts it', async () => {
    const { uid } = await someone();
    await bonus(uid);
    mail.fails = new DomainError('unavailable', 'The mail server is away');
    await environment.deliver();
    expect([mail.sent, await environment.stateOf(uid)]).toEqual([[], ['email waiting', 'push failed']]);
    mail.fails = null;
    clock.advance(pauseAfter(1) - 1);
    await environment.deliver();
    expect(mail.sent).toEqual([]);
    clock.advance(1);
    await environment.deliver();
    expect([mail.sent.length, await environment.stateOf(uid)]).toEqual([1, ['email sent', 'push failed']]);
  });

  test('is not retried to an invalid address', async () => {
    const { uid } = await someone();
    await bonus(uid);
    mail.fails = new DomainError('proper_email');
    await environment.deliver();
    expect(await environment.stateOf(uid)).toEqual(['email failed', 'push failed']);
  });

  test('rejected permanently by the server fails at once with the server’s answer', async () => {
    const { uid } = await someone();
    await bonus(uid);
    mail.fails = new EmailRefusedError('550 no such mailbox');
    await environment.deliver();
    expect(await environment.stateOf(uid)).toEqual(['email failed', 'push failed']);
    const { rows } = await environment.database.pool.query(
      "select error, attempts from notice_deliveries where channel = 'email'",
    );
    expect(rows).toEqual([{ error: '550 no such mailbox', attempts: 1 }]);
    expect(environment.warnings.splice(0)).toMatchObject([
      { channel: 'email', attempts: 1, reason: '550 no such mailbox' },
    ]);
    mail.fails = null;
    clock.advance(LOST_AFTER_MS * 100);
    await environment.deliver();
    expect(mail.sent).toEqual([]);
  });

  test('goes to the user’s address at sending time, and is skipped without one', async () => {
    const moved = await someone();
    const without = await someone();
    await bonus(moved.uid);
    await bonus(without.uid);
    await environment.database.pool.query("update users set email = 'new@mail.example' where uid = $1", [
      moved.uid,
    ]);
    await environment.database.pool.query("update users set email = '' where uid = $1", [without.uid]);
    await environment.deliver();
    expect(mail.sent.map(({ to }) => to)).toEqual(['new@mail.example']);
    expect(await environment.stateOf(without.uid)).toEqual(['email failed', 'push failed']);
  });

  test('is sent even if the notice was read in the app, unlike a push message', async () => {
    const { uid } = await someone();
    await bonus(uid);
    await environment.database.pool.query('update notices set read_at = 1 where uid = $1', [uid]);
    await environment.deliver();
    expect([mail.sent.length, await environment.stateOf(uid)]).toEqual([1, ['email sent', 'push read']]);
  });
});

describe('no mail is sent', () => {
  test('to users without an address', async () => {
    const { uid } = await someone({ email: '' });
    await bonus(uid);
    expect((await environment.waiting()).map(({ channel }) => channel)).toEqual(['push']);
  });

  test('when no mail server is configured', async () => {
    const silent = environment.createModule(false, { mails: false });
    const { uid } = await someone();
    await handleEvent(event('referral.rewarded', { rider: uid, referrer: null, bonus: 5050 }), silent);
    expect((await environment.waiting()).map(({ channel }) => channel)).toEqual(['push']);
  });

  test('about a ride now, as it would be read too late; one about a later ride is sent', async () => {
    const { uid } = await someone({ usertype: 'rider' });
    const cancelled = async (book_later: boolean) => {
      const { id } = environment.booking({ customer: uid, driver: uid, book_later, cancelled_by: 'driver' });
      await handleEvent(event('booking.changed', { booking_id: id, status: 'CANCELLED', from: 'ACCEPTED' }));
      return (await tries()).length;
    };
    expect([await cancelled(false), await cancelled(true)]).toEqual([0, 1]);
  });
});

test('a demonstration shows mails in its inbox', async () => {
  const { uid, email } = await someone();
  await environment.inbox.keepEmail({
    id: uid,
    to: email,
    subject: 'Kerb: A',
    text: 'A\n\nB',
    html: '',
    language: 'en',
    about: { bookingId: 'b' },
  });
  expect(await environment.inbox.latest(email, 5)).toMatchObject([{ channel: 'email', title: 'Kerb: A' }]);
});
