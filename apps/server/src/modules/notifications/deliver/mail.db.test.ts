// Notices by e-mail: which kinds, to whom, in which words, tried again, once; and nothing where no mail is sent.

import { DomainError } from '@kerb/domain/kernel';
import { beforeEach, describe, expect, test } from 'vitest';
import { EmailRefusedError } from '../../../ports/email.ts';
import { createNoticesWorld } from '../testing/notices-world.ts';
import { LOST_AFTER_MS, pauseAfter } from './deliver-notice.ts';

const world = await createNoticesWorld();
const { clock, mail, hear, event } = world;

beforeEach(async () => {
  await world.database.pool.query('delete from notices');
  Object.assign(mail, { fails: null, sent: [] });
});

let made = 0;
/** Somebody with an address of their own. */
const someone = (given: Partial<Parameters<typeof world.person>[0]> = {}) => {
  made += 1;
  return world.person({ usertype: 'driver', email: `p${made}@mail.example`, ...given });
};
const bonus = (uid: string) => hear(event('referral.rewarded', { rider: uid, referrer: null, bonus: 5050 }));
const tries = async () => (await world.waiting()).filter(({ channel }) => channel === 'email');

describe('a mail', () => {
  test('says the notice in the person’s language, as text and HTML, with a link to its screen', async () => {
    const { uid, email } = await someone();
    await world.database.pool.query('update users set lang_locale = $2, date_locale = $3 where uid = $1', [
      ...[uid, 'es', 'es-UY'],
    ]);
    await hear(event('document.expiring', { uid, kind: 'img2', days_left: 30, expires_on: '2026-05-01' }));
    await world.deliver();
    const [{ id } = { id: '' }] = await world.toldTo(uid);
    const [sent] = mail.sent;
    expect(sent).toMatchObject({
      ...{ id, to: email, language: 'es', about: {} },
      subject: 'Kerb: Un documento vence pronto',
    });
    expect(sent?.text).toMatch(
      /^Un documento vence pronto\n\nSeguro del vehículo: .*1 de mayo de 2026.*\n\nhttps:\/\/kerb\.example\/Profile\n\nKerb$/,
    );
    expect(sent?.html).toContain('<a href="https://kerb.example/Profile">');
    expect(sent?.html).toContain('1 de mayo de 2026');
    expect(await world.stateOf(uid)).toEqual(['email sent', 'push failed']);
  });

  test('holds what people wrote as text, never as markup', async () => {
    const { uid } = await someone({ usertype: 'rider' });
    const booking = world.booking({
      ...{ customer: uid, book_later: true, tripdate: clock.now() + 10 * 3_600_000 },
      ...{ driver: uid, driver_name: '<img src=x> & "Ana"' },
    });
    await hear(event('booking.changed', { booking_id: booking.id, status: 'ACCEPTED', from: 'NEW' }));
    await world.deliver();
    expect(mail.sent[0]?.html).toContain('&lt;img src=x&gt; &amp; &quot;Ana&quot;');
    expect(mail.sent[0]?.html).not.toContain('<img');
    expect(mail.sent[0]?.text).toContain('<img src=x> & "Ana"');
    expect(mail.sent[0]?.text).toContain(`https://kerb.example/BookedCab?bookingId=${booking.id}`);
    expect(mail.sent[0]?.about).toEqual({ bookingId: booking.id });
  });

  test('has no link where nobody said where the app is', async () => {
    const { uid } = await someone();
    await bonus(uid);
    await world.deliver(world.createModule(false, { publicUrl: null }));
    expect(mail.sent[0]?.text).not.toContain('://');
    expect(mail.sent[0]?.html).not.toContain('href');
  });

  test('goes once, however often its job runs, also at the same time', async () => {
    const { uid } = await someone();
    await bonus(uid);
    const [job] = await tries();
    if (!job) throw new Error('nothing waits');
    await Promise.all([world.run(job), world.run(job), world.run(job)]);
    clock.advance(2 * LOST_AFTER_MS);
    await world.run(job);
    expect(mail.sent).toHaveLength(1);
  });

  test('is tried again with growing pauses while nobody takes it', async () => {
    const { uid } = await someone();
    await bonus(uid);
    mail.fails = new DomainError('unavailable', 'The mail server is away');
    await world.deliver();
    expect([mail.sent, await world.stateOf(uid)]).toEqual([[], ['email waiting', 'push failed']]);
    mail.fails = null;
    clock.advance(pauseAfter(1) - 1);
    await world.deliver();
    expect(mail.sent).toEqual([]);
    clock.advance(1);
    await world.deliver();
    expect([mail.sent.length, await world.stateOf(uid)]).toEqual([1, ['email sent', 'push failed']]);
  });

  test('to an address that is none is not tried again', async () => {
    const { uid } = await someone();
    await bonus(uid);
    mail.fails = new DomainError('proper_email');
    await world.deliver();
    expect(await world.stateOf(uid)).toEqual(['email failed', 'push failed']);
  });

  test('that the server refuses for good is given up at once, with its answer, and tried no more', async () => {
    const { uid } = await someone();
    await bonus(uid);
    mail.fails = new EmailRefusedError('550 no such mailbox');
    await world.deliver();
    expect(await world.stateOf(uid)).toEqual(['email failed', 'push failed']);
    const { rows } = await world.database.pool.query(
      "select error, attempts from notice_delivery where channel = 'email'",
    );
    expect(rows).toEqual([{ error: '550 no such mailbox', attempts: 1 }]);
    expect(world.warnings.splice(0)).toMatchObject([
      { channel: 'email', attempts: 1, reason: '550 no such mailbox' },
    ]);
    mail.fails = null;
    clock.advance(LOST_AFTER_MS * 100);
    await world.deliver();
    expect(mail.sent).toEqual([]);
  });

  test('goes to the address the person has by then, and to nobody who has none any more', async () => {
    const [moved, without] = [await someone(), await someone()];
    await bonus(moved.uid);
    await bonus(without.uid);
    await world.database.pool.query("update users set email = 'new@mail.example' where uid = $1", [
      moved.uid,
    ]);
    await world.database.pool.query("update users set email = '' where uid = $1", [without.uid]);
    await world.deliver();
    expect(mail.sent.map(({ to }) => to)).toEqual(['new@mail.example']);
    expect(await world.stateOf(without.uid)).toEqual(['email failed', 'push failed']);
  });

  test('is for keeping: it goes though the notice was read in the app, where a push does not', async () => {
    const { uid } = await someone();
    await bonus(uid);
    await world.database.pool.query('update notices set read_at = 1 where uid = $1', [uid]);
    await world.deliver();
    expect([mail.sent.length, await world.stateOf(uid)]).toEqual([1, ['email sent', 'push read']]);
  });
});

describe('no mail goes', () => {
  test('to people without an address', async () => {
    const { uid } = await someone({ email: '' });
    await bonus(uid);
    expect((await world.waiting()).map(({ channel }) => channel)).toEqual(['push']);
  });

  test('where none is sent', async () => {
    const silent = world.createModule(false, { mails: false });
    const { uid } = await someone();
    await hear(event('referral.rewarded', { rider: uid, referrer: null, bonus: 5050 }), silent);
    expect((await world.waiting()).map(({ channel }) => channel)).toEqual(['push']);
  });

  test('of a ride now: it is cancelled before anybody reads mail; of one ahead it goes', async () => {
    const { uid } = await someone({ usertype: 'rider' });
    const cancelled = async (book_later: boolean) => {
      const { id } = world.booking({ customer: uid, driver: uid, book_later, cancelled_by: 'driver' });
      await hear(event('booking.changed', { booking_id: id, status: 'CANCELLED', from: 'ACCEPTED' }));
      return (await tries()).length;
    };
    expect([await cancelled(false), await cancelled(true)]).toEqual([0, 1]);
  });
});

test('a demonstration shows mails in its inbox', async () => {
  const { uid, email } = await someone();
  await world.inbox.keepEmail({
    ...{ id: uid, to: email, subject: 'Kerb: A', text: 'A\n\nB', html: '', language: 'en' },
    about: { bookingId: 'b' },
  });
  expect(await world.inbox.latest(email, 5)).toMatchObject([{ channel: 'email', title: 'Kerb: A' }]);
});
