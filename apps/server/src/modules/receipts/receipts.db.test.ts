// Tests of receipts with real bookings, ledger and database: amounts, permissions, the tax rate at payment, and e-mails
// sent once.
import type { Receipt } from '@kerb/contract';
import { routes } from '@kerb/contract';
import { DomainError, minor } from '@kerb/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../adapters/pdf/testing/pdf-text.ts';
import type { Actor } from '../../kit/index.ts';
import { EmailRefusedError } from '../../ports/email.ts';
import { PARQUE } from '../booking/testing/booking-environment.ts';
import { createReceiptEnvironment, type ReceiptEnvironment } from './testing/receipt-environment.ts';

let environment: ReceiptEnvironment;
beforeAll(async () => {
  environment = await createReceiptEnvironment({ taxRate: 22, taxName: 'IVA', CompanyName: 'Kerb <Taxi>' });
});
afterAll(() => environment?.close());

const sum = (amounts: readonly { amount: number }[]): number =>
  Math.round(amounts.reduce((all, { amount }) => all + amount, 0) * 100) / 100;

async function receiptOf(actor: Actor, id: string): Promise<Receipt> {
  const { status, body } = await environment.call<Receipt>(actor, routes.getReceipt, id);
  if (status !== 200) throw new Error(`no receipt: ${JSON.stringify(body)}`);
  return body;
}

async function textOf(actor: Actor, id: string): Promise<string> {
  const { bytes, status } = await environment.print(actor, id);
  expect(status).toBe(200);
  return readPdf(bytes)
    .flatMap(({ lines }) => lines)
    .join('\n')
    .replaceAll('\u00a0', ' ');
}

describe('the content of a receipt', () => {
  it('matches the ledger entries, line by line and part by part', async () => {
    const { id, rider } = await environment.trip('PAID', {
      credit: 5000,
      paymentPacket: { payment_mode: 'cash', usedWalletMoney: 50 },
    });
    const receipt = await receiptOf(rider, id);
    const { rows } = await environment.database.pool.query<{ kind: string; amount: number }>(
      `select a.kind, sum(e.amount)::float8 as amount from ledger_entries e
       join ledger_accounts a on a.id = e.account join ledger_transactions t on t.id = e.transaction
       where t.booking = $1 and t.kind in ('ride', 'prepayment') group by a.kind`,
      [id],
    );
    const posted = Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount / 100]));
    const booking = await environment.record(id);
    expect(receipt.payments.map(({ how }) => how)).toEqual(['cash', 'wallet']);
    expect(receipt.payments.find(({ how }) => how === 'wallet')?.amount).toBe(-(posted.rider ?? 0));
    // The driver's share minus the cash they collected, and the platform's fee.
    const cash = receipt.payments.find(({ how }) => how === 'cash')?.amount ?? 0;
    expect(posted.driver).toBeCloseTo(booking.driver_share / 100 - cash, 6);
    const fee = receipt.lines.find(({ item }) => item === 'convenience_fee')?.amount;
    expect(fee).toBe(posted.platform_revenue);
    expect(receipt.total).toBe((booking.driver_share + booking.convenience_fees) / 100);
    expect(sum(receipt.lines)).toBe(receipt.total);
    expect(sum(receipt.payments)).toBe(receipt.total);
    const tax = Math.round((receipt.total * 100 * 22) / 122) / 100;
    expect(receipt.tax).toEqual({ name: 'IVA', rate: 22, amount: tax });
    expect(receipt).toMatchObject({
      currency: 'UYU',
      unit: 'km',
      mail: 'ready',
      reference: booking.reference,
    });
    expect(receipt.stops.map(({ kind, at }) => [kind, at])).toEqual([
      ['pickup', booking.trip_start_time],
      ['drop', booking.trip_end_time],
    ]);
  });

  it('contains the promotion as a negative line, and refunds', async () => {
    const { id, rider } = await environment.trip('PAID');
    await environment.database.pool.query(
      `update bookings set discount_amount = 1000, customer_paid = customer_paid - 1000,
         cash_payment_amount = cash_payment_amount - 1000 where id = $1`,
      [id],
    );
    const admin = await environment.addAdmin();
    const refund = { amount: 12.34, reason: 'Too slow' };
    expect((await environment.call(admin, routes.refundBooking, id, refund)).status).toBe(200);
    const receipt = await receiptOf(rider, id);
    expect(receipt.lines.at(-1)).toEqual({ item: 'discount', amount: -10 });
    expect(sum(receipt.lines)).toBe(receipt.total);
    expect(receipt.payments.at(-1)).toEqual({ how: 'refund', amount: -12.34, gateway: null });
    expect(sum(receipt.payments)).toBe(Math.round((receipt.total - 12.34) * 100) / 100);
  });

  it('of a late cancellation is its fee, paid from the wallet', async () => {
    const { id, rider, driver } = await environment.trip('ACCEPTED');
    environment.pass(5 * 60_000);
    const cancelled = await environment.call(rider, routes.cancelBooking, id, { reason: 'Too long' });
    expect(cancelled.status).toBe(200);
    const receipt = await receiptOf(rider, id);
    expect(receipt).toMatchObject({
      total: 60,
      lines: [{ item: 'cancellation_fee', amount: 60 }],
      payments: [{ how: 'wallet', amount: 60 }],
      tax: { amount: 10.82 },
    });
    expect((await receiptOf(driver, id)).payments).toEqual([]);
    expect(await textOf(rider, id)).toContain('Cancellation fee $U 60.00');
  });

  it('of a late cancellation shows the part of the fee that was taken from the card payment', async () => {
    const { id, rider } = await environment.trip('ACCEPTED');
    const amount = minor(4500);
    const { payment } = environment.payments.capture({ uid: rider.uid, booking: id, amount });
    await environment.database.pool.query(
      `update bookings set prepaid = true, payment = $2, gateway = 'stripe', card_payment_amount = $3 where id = $1`,
      [id, payment, amount],
    );
    environment.pass(5 * 60_000);
    await environment.call(rider, routes.cancelBooking, id, { reason: 'Too long' });
    const receipt = await receiptOf(rider, id);
    expect(receipt.payments).toEqual([
      { how: 'wallet', amount: 15, gateway: null },
      { how: 'card', amount: 45, gateway: 'stripe' },
    ]);
    expect(sum(receipt.payments)).toBe(receipt.total);
  });

  it('of a late cancellation names the card that paid its fee, also after a lost dispute', async () => {
    const { id, rider } = await environment.trip('ACCEPTED');
    const amount = minor(10_000);
    const { payment } = environment.payments.capture({ uid: rider.uid, booking: id, amount });
    const { pool } = environment.database;
    await pool.query(
      `update bookings set prepaid = true, payment = $2, gateway = 'stripe', card_payment_amount = $3 where id = $1`,
      [id, payment, amount],
    );
    environment.pass(5 * 60_000);
    await environment.call(rider, routes.cancelBooking, id, { reason: 'Too long' });
    const paid = { how: 'card', amount: 60, gateway: 'stripe' };
    expect((await receiptOf(rider, id)).payments).toEqual([paid]);
    environment.pass(24 * 60 * 60_000);
    await pool.query(
      `insert into booking_refunds (id, booking, at, amount, to_wallet, to_card, payment, status, reason)
       values (gen_random_uuid(), $1, $2, 6000, 0, 6000, $3, 'done', 'Lost dispute')`,
      [id, environment.now(), payment],
    );
    expect((await receiptOf(rider, id)).payments).toEqual([
      paid,
      { how: 'refund', amount: -60, gateway: null },
    ]);
  });

  it('retains its number and tax rate when the settings change', async () => {
    const { id, rider } = await environment.trip('PAID');
    await environment.changeStatus(id, 'PAID', 'REACHED');
    const before = await receiptOf(rider, id);
    environment.set({ taxRate: 10, taxName: 'VAT' });
    const after = await receiptOf(rider, id);
    const another = await environment.trip('PAID');
    const next = await receiptOf(another.rider, another.id);
    environment.set({ taxRate: 0 });
    const untaxed = await environment.trip('PAID');
    expect((await receiptOf(untaxed.rider, untaxed.id)).tax).toBeNull();
    environment.set({ taxRate: 22, taxName: 'IVA' });
    expect(after).toEqual(before);
    expect(before.number).toMatch(/^R-\d{6}$/);
    expect(next.tax).toMatchObject({ rate: 10, name: 'VAT' });
    expect(next.number).not.toBe(before.number);
  });

  it('is issued once, however many users request it concurrently', async () => {
    const { id, rider } = await environment.trip('PAID');
    const answers = await Promise.all(Array.from({ length: 8 }, () => receiptOf(rider, id)));
    expect(new Set(answers.map(({ number }) => number)).size).toBe(1);
  });
});

describe('a fare review', () => {
  const decide = async (id: string, decision: 'approve' | 'waive') => {
    const admin = await environment.addAdmin();
    const body = { decision, note: 'Road works' };
    expect((await environment.call(admin, routes.decideFareReview, id, body)).status).toBe(200);
  };

  /** A trip that took so long that its fare is reviewed. */
  const longTrip = async () => {
    const trip = await environment.trip('STARTED');
    environment.pass(90 * 60_000);
    environment.stand(trip.driver.uid, PARQUE);
    expect((await environment.call(trip.driver, routes.reachBooking, trip.id)).status).toBe(200);
    return {
      ...trip,
      collect: async () => {
        expect((await environment.call(trip.driver, routes.collectBooking, trip.id)).status).toBe(200);
        await environment.changeStatus(trip.id, 'PAID', 'REACHED');
      },
    };
  };

  it('approved after the payment is a dated payment of its own, and the receipt is sent again once', async () => {
    const { id, rider, collect } = await longTrip();
    await collect();
    const paid = await receiptOf(rider, id);
    environment.pass(60_000);
    await decide(id, 'approve');
    const at = environment.now();
    for (let times = 0; times < 2; times += 1)
      await environment.publish('fare-review.decided', { booking_id: id });
    const receipt = await receiptOf(rider, id);
    const added = Math.round((receipt.total - paid.total) * 100) / 100;
    expect(added).toBeGreaterThan(0);
    expect(receipt.payments).toEqual([...paid.payments, { how: 'wallet', amount: added, gateway: null, at }]);
    expect(sum(receipt.lines)).toBe(receipt.total);
    expect(await textOf(rider, id)).toContain('Wallet, added after the fare review');
    const [, again = '', ...more] = await environment.mailJobs(id);
    expect(more).toEqual([]);
    await environment.deliver(again);
    const [mail] = environment.mails.splice(0);
    expect(mail?.text).toContain('Wallet, added after the fare review');
  });

  it('waived after the payment leaves the receipt as it was sent', async () => {
    const { id, rider, collect } = await longTrip();
    await collect();
    const paid = await receiptOf(rider, id);
    environment.pass(60_000);
    await decide(id, 'waive');
    await environment.publish('fare-review.decided', { booking_id: id });
    expect(await receiptOf(rider, id)).toEqual(paid);
    expect(await environment.mailJobs(id)).toHaveLength(1);
  });

  it('approved before the payment is part of it, and the receipt is sent once', async () => {
    const { id, rider, collect } = await longTrip();
    await decide(id, 'approve');
    await environment.publish('fare-review.decided', { booking_id: id });
    expect(await environment.mailJobs(id)).toEqual([]);
    environment.pass(60_000);
    await collect();
    await environment.publish('fare-review.decided', { booking_id: id });
    const { payments, total } = await receiptOf(rider, id);
    expect(payments.map(({ how, at }) => [how, at])).toEqual([
      ['cash', undefined],
      ['wallet', undefined],
    ]);
    expect(sum(payments)).toBe(total);
    expect(await environment.mailJobs(id)).toHaveLength(1);
  });

  it('is left out for a booking that was read before the decision', async () => {
    const { id, collect } = await longTrip();
    await collect();
    const before = await environment.record(id);
    environment.pass(60_000);
    await decide(id, 'approve');
    expect(await environment.booking.addedByReview(before)).toBeNull();
    expect(await environment.booking.addedByReview(await environment.record(id))).not.toBeNull();
  });
});

describe('access to a receipt', () => {
  it('is limited to the rider, the driver and admins; for others the booking does not exist', async () => {
    const { id, rider, driver } = await environment.trip('PAID', {
      credit: 5000,
      paymentPacket: { payment_mode: 'cash', usedWalletMoney: 50 },
    });
    const admin = await environment.addAdmin();
    expect((await receiptOf(admin, id)).payments.length).toBe(2);
    const seen = await receiptOf(driver, id);
    expect(seen.payments.map(({ how }) => how)).toEqual(['cash']);
    expect(seen.mail).toBe('off');
    const { customer_contact, customer_email } = await environment.record(id);
    for (const actor of [rider, driver]) {
      const text = JSON.stringify(await receiptOf(actor, id)) + (await textOf(actor, id));
      for (const contact of [customer_contact, customer_email]) expect(text).not.toContain(contact);
    }
    const stranger = await environment.addRider();
    const otherDriver = await environment.addDriver();
    for (const other of [stranger, otherDriver])
      for (const route of [routes.getReceipt, routes.printReceipt])
        expect((await environment.call(other, route, id)).code).toBe('not_found');
    for (const other of [stranger, driver, otherDriver])
      expect((await environment.call(other, routes.sendReceipt, id)).status).toBeGreaterThanOrEqual(403);
    expect((await environment.call(null, routes.getReceipt, id)).status).toBe(401);
    expect((await environment.call(rider, routes.getReceipt, 'not-an-id')).code).toBe('invalid_input');
  });

  it.each(['NEW', 'ACCEPTED', 'STARTED', 'REACHED'] as const)(
    'is refused while the ride is %s',
    async (status) => {
      const { id, rider } = await environment.trip(status);
      for (const route of [routes.getReceipt, routes.printReceipt, routes.sendReceipt])
        expect((await environment.call(rider, route, id)).code).toBe('transition_not_allowed');
    },
  );

  it('is rejected for a cancellation without a fee', async () => {
    const { id, rider } = await environment.trip('NEW');
    await environment.call(rider, routes.cancelBooking, id, { reason: 'No' });
    expect((await environment.call(rider, routes.getReceipt, id)).code).toBe('transition_not_allowed');
  });
});

describe('the PDF receipt', () => {
  it('contains all details with a map of the route, and takes less than a second of CPU time', async () => {
    const { id, rider } = await environment.trip('PAID');
    const receipt = await receiptOf(rider, id);
    const { bytes, type } = await environment.print(rider, id);
    // Measured in CPU time after the fonts are loaded, because other tests may run on the machine.
    const before = process.cpuUsage();
    expect((await environment.print(rider, id)).bytes.equals(bytes)).toBe(true);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1000);
    expect(type).toBe('application/pdf');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(readPdf(bytes).length).toBe(1);
    const text = await textOf(rider, id);
    for (const part of ['Kerb <Taxi>', `Receipt ${receipt.number}`, `Ride ${receipt.reference}`, 'SAB 1000'])
      expect(text).toContain(part);
    for (const part of [
      'Plaza Independencia 1',
      'Bulevar Artigas 1200',
      'Start $U 50.00',
      'IVA 22% included',
    ])
      expect(text).toContain(part);
    expect(text).toContain(`Total $U ${receipt.total.toFixed(2)}`);
    expect(text).toContain(`Cash $U ${receipt.total.toFixed(2)}`);
    expect(text).toContain('© OpenStreetMap contributors');
  });

  it('is in the rider’s language for every reader; without map data it has no attribution', async () => {
    const { id, rider, driver } = await environment.trip('PAID');
    await environment.speak(rider.uid, 'es');
    environment.map.features = [];
    const text = await textOf(driver, id);
    environment.map.features = null;
    expect(text).toContain('Recibo R-');
    expect(text).toContain('Efectivo');
    expect(text).not.toContain('OpenStreetMap');
    await environment.speak(rider.uid, 'ar');
    const { bytes } = await environment.print(rider, id);
    const [page] = readPdf(bytes);
    const amount = page?.runs.find(({ text: run }) => run.includes('50.00'));
    expect(amount?.x).toBeLessThan((page?.width ?? 0) / 3);
  });

  it('contains the car type in the rider’s language, or the name at booking time', async () => {
    const { id, rider, driver } = await environment.trip('PAID');
    environment.translate({ fr: { name: 'Économique' } });
    expect(await textOf(rider, id)).toContain('Economy');
    await environment.speak(rider.uid, 'es');
    expect(await textOf(rider, id)).toContain('Economy');
    environment.translate({ es: { name: 'Económico' }, fr: { name: 'Économique' } });
    for (const reader of [rider, driver]) {
      const text = await textOf(reader, id);
      expect(text).toContain('Económico');
      expect(text).not.toContain('Economy');
    }
    environment.translate(null);
    expect(await textOf(rider, id)).toContain('Economy');
  });

  it('is printed without a map when the map cannot be read', async () => {
    const { id, rider } = await environment.trip('PAID');
    environment.map.broken = true;
    const text = await textOf(rider, id);
    environment.map.broken = false;
    expect(text).toContain('Receipt R-');
  });
});

describe('the mailed receipt', () => {
  it('is sent once when the ride is paid, however often the event and the job run', async () => {
    const { id, rider } = await environment.trip('PAID');
    await environment.changeStatus(id, 'PAID', 'REACHED');
    await Promise.all([
      environment.changeStatus(id, 'PAID', 'REACHED'),
      environment.changeStatus(id, 'PAID', 'PENDING'),
    ]);
    const jobs = await environment.mailJobs(id);
    expect(jobs.length).toBe(1);
    await environment.deliver(jobs[0] ?? '');
    await environment.deliver(jobs[0] ?? '');
    const [mail, ...more] = environment.mails.splice(0);
    expect(more).toEqual([]);
    const receipt = await receiptOf(rider, id);
    const { email } = await environment.personOf(rider.uid);
    expect(mail).toMatchObject({ id: jobs[0], to: email, language: 'en', about: { bookingId: id } });
    expect(mail?.subject).toBe(`Your Kerb <Taxi> receipt: ride ${receipt.reference}`);
    expect(mail?.text.replaceAll('\u00a0', ' ')).toContain(`Total: $U ${receipt.total.toFixed(2)}`);
    expect(mail?.attachments?.[0]?.filename).toBe(`${receipt.number}.pdf`);
    expect(readPdf(mail?.attachments?.[0]?.bytes ?? Buffer.alloc(0))[0]?.lines.join()).toContain(
      receipt.number,
    );
  });

  it('permanently rejected by the server fails with its answer, and can be requested again', async () => {
    const { id, rider } = await environment.trip('PAID');
    await environment.changeStatus(id, 'PAID', 'REACHED');
    const [job = ''] = await environment.mailJobs(id);
    environment.mailFails(new EmailRefusedError('550 no such mailbox'));
    await environment.deliver(job);
    const { rows } = await environment.database.pool.query(
      'select refusal, refused_at is not null as over, sent_at from receipt_mails where id = $1',
      [job],
    );
    expect(rows).toEqual([{ refusal: '550 no such mailbox', over: true, sent_at: null }]);
    expect(environment.warnings.splice(0)).toEqual([
      { mail: job, booking: id, reason: '550 no such mailbox' },
    ]);
    environment.mailFails(null);
    await environment.deliver(job);
    expect(environment.mails.splice(0)).toEqual([]);
    expect((await environment.call(rider, routes.sendReceipt, id)).status).toBe(204);
    const again = (await environment.mailJobs(id)).find((mail) => mail !== job) ?? '';
    await environment.deliver(again);
    expect(environment.mails.splice(0)).toMatchObject([{ id: again }]);
  });

  it('is retried after a failure, as the same message', async () => {
    const { id } = await environment.trip('PAID');
    await environment.changeStatus(id, 'PAID', 'REACHED');
    const [job = ''] = await environment.mailJobs(id);
    environment.mailFails(new DomainError('unavailable'));
    await expect(environment.deliver(job)).rejects.toMatchObject({ code: 'unavailable' });
    expect(environment.mails.splice(0)).toEqual([]);
    environment.mailFails(null);
    await environment.deliver(job);
    expect(environment.mails.splice(0).map((mail) => mail.id)).toEqual([job]);
  });

  it('escapes markup in names', async () => {
    const { id } = await environment.trip('PAID');
    await environment.database.pool.query('update bookings set customer_name = $2 where id = $1', [
      id,
      '<img src=x onerror="alert(1)"> & \'co\'',
    ]);
    await environment.changeStatus(id, 'PAID', 'REACHED');
    const [job = ''] = await environment.mailJobs(id);
    await environment.deliver(job);
    const [mail] = environment.mails.splice(0);
    expect(mail?.html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;co&#39;');
    expect(mail?.html).not.toContain('<img');
    expect(mail?.html).toContain('Kerb &lt;Taxi&gt;');
  });

  it('is not sent to an unverified address', async () => {
    const { id, rider } = await environment.trip('PAID');
    await environment.database.pool.query('update users set email_verified = false where uid = $1', [
      rider.uid,
    ]);
    expect((await environment.call(rider, routes.sendReceipt, id)).code).toBe('proper_email');
    expect((await receiptOf(rider, id)).mail).toBe('no_address');
    expect(await environment.mailJobs(id)).toEqual([]);
  });

  it('is sent again when the rider or an admin requests it, and not to a rider without an address', async () => {
    const { id, rider } = await environment.trip('PAID');
    const admin = await environment.addAdmin();
    for (const actor of [rider, admin])
      expect((await environment.call(actor, routes.sendReceipt, id)).status).toBe(204);
    expect((await environment.mailJobs(id)).length).toBe(2);
    await environment.setEmail(rider.uid, '');
    expect((await environment.call(rider, routes.sendReceipt, id)).code).toBe('proper_email');
    expect((await receiptOf(rider, id)).mail).toBe('no_address');
    // Requested before the address was removed: no e-mail is sent, and the job succeeds.
    for (const job of await environment.mailJobs(id)) await environment.deliver(job);
    expect(environment.mails.splice(0)).toEqual([]);
    const later = await environment.trip('PAID');
    await environment.setEmail(later.rider.uid, '');
    await environment.changeStatus(later.id, 'PAID', 'REACHED');
    expect(await environment.mailJobs(later.id)).toEqual([]);
  });

  it('is not sent for a change of status without a payment', async () => {
    const { id } = await environment.trip('PAID');
    await environment.publish('booking.changed', { booking_id: id, status: 'PAID' });
    await environment.changeStatus(id, 'COMPLETE', 'PAID');
    expect(await environment.mailJobs(id)).toEqual([]);
  });

  it('is rejected where no mail is sent; the receipt still exists', async () => {
    const { id, rider } = await environment.trip('PAID');
    const quiet = environment.withoutMail();
    expect((await quiet.view(rider, id)).mail).toBe('off');
    await expect(quiet.send(rider, id)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('shows amounts in currencies with 0 and 3 decimals', async () => {
    const { id, rider } = await environment.trip('PAID');
    for (const decimals of [0, 3]) {
      const share = minor(decimals === 0 ? 1200 : 1_234_567);
      await environment.database.pool.query(
        `update bookings set pricing = jsonb_set(pricing, '{decimals}', $2::text::jsonb), trip_cost = $3, driver_share = $3,
           convenience_fees = 0, cash_payment_amount = $3, customer_paid = $3,
           breakdown = jsonb_build_object('minimum_reached', false, 'lines',
             jsonb_build_array(jsonb_build_object('kind', 'base', 'amount', $4::float8))) where id = $1`,
        [id, decimals, share, share / 10 ** decimals],
      );
      const written = decimals === 0 ? '$U 1,200' : '$U 1,234.567';
      expect((await receiptOf(rider, id)).total).toBe(share / 10 ** decimals);
      expect(await textOf(rider, id)).toContain(`Total ${written}`);
    }
  });
});

describe('the small map of a trip', () => {
  it('is for the rider: the route and both ends over the water, in the colours of the theme', async () => {
    const { id, rider, driver } = await environment.trip('NEW');
    const { svg, status, headers } = await environment.tripMap(rider, id);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
      'private, max-age=60',
    ]);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 1000 340">.*<\/svg>$/s);
    expect(svg.match(/<circle/g)).toHaveLength(2);
    expect(svg).toContain('stroke="#14171f"');
    const dark = await environment.tripMap(rider, id, '?theme=dark');
    expect(dark.svg).toContain('fill="#1d2129"');
    expect((await environment.tripMap(rider, id, '?theme=pink')).status).toBe(400);
    for (const stranger of [driver, await environment.addRider(), await environment.addAdmin()])
      expect((await environment.tripMap(stranger, id)).status).toBeGreaterThanOrEqual(403);
    expect((await environment.tripMap(null, id)).status).toBe(401);
  });

  it('of a finished trip shows the driven route, and remains', async () => {
    const { id, rider } = await environment.trip('PAID');
    await environment.database.pool.query(`update bookings set driven_line = polyline where id = $1`, [id]);
    const { headers } = await environment.tripMap(rider, id);
    expect(headers['cache-control']).toBe('private, max-age=86400');
  });
});
