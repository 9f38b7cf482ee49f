// Checks e-mails that contain payloads, opened in the browser without a content security policy, as in a mail reader.
import type { Browser } from 'playwright-core';
import type { Caller } from '../../apps/server/src/testing/send-to.ts';
import type { CaseContext } from '../idempotency/prepared-call.ts';
import { insertBooking } from '../lib/insert-booking.ts';
import { type PayloadSource, payloadsIn } from './payloads.ts';
import type { Product } from './product.ts';
import { openMail } from './visit-screens.ts';

export interface Mails {
  readonly violations: readonly string[];
  readonly opened: number;
}

/** Adds a user with a verified e-mail address. */
async function personWithMail(
  { environment, pool }: CaseContext,
  { role, name }: { role: 'rider' | 'driver'; name: string },
): Promise<{ caller: Caller; email: string }> {
  const caller = await environment.person(role);
  const { rows } = await pool.query<{ email: string }>(
    'update users set email_verified = true, first_name = $2 where uid = $1 returning email',
    [caller.uid, name],
  );
  return { caller, email: rows[0]?.email ?? '' };
}

/**
 * Rejects drivers who await approval, with each payload that the server accepts as the reason. Returns the addresses of
 * the e-mails.
 */
async function sendRefusals({ context }: Product, admin: Caller, payloads: PayloadSource): Promise<string[]> {
  const mailed: string[] = [];
  for (const { text: reason } of payloads.all()) {
    const { caller, email } = await personWithMail(context, { role: 'driver', name: 'Ana' });
    const id = caller.uid;
    await context.pool.query("update users set approved = false, review = 'waiting' where uid = $1", [id]);
    const { status } = await context.send('refuseUser', { params: { id }, body: { reason } }, admin);
    if (status < 300) mailed.push(email);
  }
  return mailed;
}

/** Sends the receipt of a rider with this name; returns the address. */
async function sendReceipt({ context }: Product, name: string): Promise<string> {
  const { environment, pool, send } = context;
  const { caller: rider, email } = await personWithMail(context, { role: 'rider', name });
  const driver = await environment.person('driver');
  const people = { customer: rider.uid, driver: driver.uid };
  const more = { customer_name: name };
  const trip = await insertBooking(pool, { status: 'PAID', carType: environment.carType, ...people, more });
  const { status, code } = await send('sendReceipt', { params: { id: trip }, body: {} }, rider);
  if (status >= 300) throw new Error(`A receipt was not sent: ${status} ${code}`);
  return email;
}

/** `change`: how a planted fault changes each e-mail. */
export async function judgeMails(
  product: Product,
  browser: Browser,
  { admin, payloads }: { admin: Caller; payloads: PayloadSource },
  change: (html: string) => string = (html) => html,
): Promise<Mails> {
  const refused = await sendRefusals(product, admin, payloads);
  const name = payloads.next(30)?.text ?? '';
  const receipt = await sendReceipt(product, name);
  const mails = await product.takeMails([...refused, receipt]);
  const violations: string[] = [];
  for (const html of mails) {
    if (payloadsIn(html).length === 0) violations.push('a mail does not have its text');
    violations.push(...(await openMail(browser, change(html))));
  }
  return { violations: [...new Set(violations)], opened: mails.length };
}
