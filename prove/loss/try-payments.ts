// Makes a payment provider unavailable while a rider pays: the response must say so, and the payment must be captured
// once.
import type { ProviderName } from '@kerb/domain/payment';
import { z } from 'zod';
import type { Caller } from '../../apps/server/src/testing/send-to.ts';
import { becomesTrueWithin, timed } from '../lib/wait-for.ts';
import { book, describeAnswer, prepareBooking } from './book.ts';
import type { FrontFailure } from './http-front.ts';
import type { LossTools } from './tools.ts';

/** A provider has ten seconds for each call, and a return may make three calls. */
const ANSWER_WITHIN_MS = 12_000;
const RETURN_WITHIN_MS = 32_000;
const AT_ONCE_MS = 5_000;
const CAPTURED_WITHIN_MS = 15_000;
const AMOUNT = 12;

const form = z.looseObject({ order_id: z.string() });

interface TopUp {
  readonly rider: Caller;
  readonly order: string;
  open(): Promise<{ status: number; code: string }>;
}

/** Opens an order and its checkout at the provider. */
async function openTopUp({ environment, send }: LossTools, provider: ProviderName): Promise<TopUp> {
  const rider = await environment.person('rider');
  const opened = await send('openTopup', { body: { amount: AMOUNT } }, rider);
  if (opened.status >= 300) throw new Error(`A top-up is answered ${describeAnswer(opened)}`);
  const fields = form.parse(JSON.parse(opened.text));
  const body = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  return {
    rider,
    order: fields.order_id,
    open: () => send('openCheckout', { params: { provider }, body }, rider),
  };
}

interface PaymentRow {
  readonly id: string;
  readonly status: string;
  readonly provider_ref: string | null;
}

async function paymentsOf({ database }: LossTools, order: string): Promise<PaymentRow[]> {
  const { rows } = await database.pool.query<PaymentRow>(
    'select id, status, provider_ref from payments where order_id = $1 order by id',
    [order],
  );
  return rows;
}

/** Runs the scheduled reconciliation; pending payments are due at once. */
async function reconcile({ database }: LossTools): Promise<void> {
  await database.pool.query(
    "update payments set next_check_at = 0 where next_check_at is not null and status in ('open', 'pending')",
  );
  await database.pool.query("select graphile_worker.add_job('payments.reconcile')");
}

const isCaptured = (tools: LossTools, order: string): Promise<boolean> =>
  becomesTrueWithin(CAPTURED_WITHIN_MS, async () =>
    (await paymentsOf(tools, order)).some(({ status }) => status === 'captured'),
  );

/** Credits of the wallet for these payments, by the ledger: number and sum. */
async function credited({ database }: LossTools, order: string): Promise<string> {
  const { rows } = await database.pool.query<{ times: number; sum: string }>(
    `select count(*)::int as times, coalesce(sum(e.amount), 0)::text as sum
     from ledger_entries e join ledger_accounts a on a.id = e.account join ledger_transactions t on t.id = e.transaction
     join payments p on p.uid = a.owner where p.order_id = $1 and p.status = 'captured'`,
    [order],
  );
  return `${rows[0]?.times} × ${rows[0]?.sum}`;
}

const once = `1 × ${AMOUNT * 100}`;

/** A provider with its own payment page. `meanwhile` plants a fault before the amounts are compared. */
export async function tryPaymentPage(
  failure: FrontFailure,
  tools: LossTools,
  meanwhile: (rider: Caller) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const { stripe, stripeFront } = tools.services.payments;
  const violations: string[] = [];
  const add = (text: string) => violations.push(`A provider with a page ${failure}: ${text}`);
  const topUp = await openTopUp(tools, 'stripe');
  const prepared = await prepareBooking(tools);
  stripeFront.fail(failure);
  const opening = timed(topUp.open());
  const booked = await timed(book(tools, prepared));
  const opened = await opening;
  if (booked.answer.status >= 300) add(`a booking with cash is answered ${describeAnswer(booked.answer)}`);
  if (booked.ms > AT_ONCE_MS) add(`a booking with cash takes ${booked.ms} ms`);
  if (opened.answer.status !== 303) add(`a checkout is answered ${opened.answer.status}`);
  if (opened.ms > ANSWER_WITHIN_MS) add(`a checkout is answered after ${opened.ms} ms`);
  stripeFront.fail(null);
  const again = await topUp.open();
  if (again.status !== 200) add(`afterwards a checkout is answered ${again.status}`);
  const paid = (await paymentsOf(tools, topUp.order)).at(-1);
  if (!paid?.provider_ref) return [...violations, `${failure}: no checkout was opened`];
  stripe.finish(paid.provider_ref, 'paid');
  stripeFront.fail(failure);
  const path = `/api/v1/payments/return/${paid.id}?session_id=${paid.provider_ref}`;
  const returned = await timed(tools.browse(path));
  if (returned.answer.status !== 303) add(`the browser that is back is answered ${returned.answer.status}`);
  if (returned.ms > RETURN_WITHIN_MS) add(`the browser that is back waits ${returned.ms} ms`);
  const [status] = (await paymentsOf(tools, topUp.order)).slice(-1).map((one) => one.status);
  if (status !== 'open') add(`a payment of which nothing is known is ${status}`);
  stripeFront.fail(null);
  await reconcile(tools);
  if (!(await isCaptured(tools, topUp.order))) add('what was paid is not captured afterwards');
  await tools.browse(path);
  await meanwhile(topUp.rider);
  const money = await credited(tools, topUp.order);
  if (money !== once) add(`the wallet is credited ${money} in place of ${once}`);
  return violations;
}

/** Captured charges of the payment at the provider minus refunds, in cents. */
const chargedFor = ({ services }: LossTools, payment: string): number =>
  services.payments.culqi.account.charges
    .filter(({ metadata }) => metadata.payment === payment)
    .reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0);

/** The buyer's card is charged when the browser returns with its token. */
export async function tryCardCharge(
  failure: FrontFailure,
  tools: LossTools,
  meanwhile: (payment: string) => void = () => undefined,
): Promise<string[]> {
  const { culqi, culqiFront } = tools.services.payments;
  const violations: string[] = [];
  const add = (text: string) => violations.push(`A provider that charges cards ${failure}: ${text}`);
  const topUp = await openTopUp(tools, 'culqi');
  const opened = await topUp.open();
  if (opened.status !== 200) return [`${failure}: a page for a card is answered ${opened.status}`];
  const payment = (await paymentsOf(tools, topUp.order)).at(-1)?.id ?? '';
  const pay = () =>
    tools.browse(
      `/api/v1/payments/return/${payment}`,
      new URLSearchParams({ token: culqi.account.token('good').id }),
    );
  culqiFront.fail(failure, 'POST');
  const first = await timed(pay());
  if (first.answer.status !== 303) add(`the browser that is back is answered ${first.answer.status}`);
  if (first.ms > RETURN_WITHIN_MS) add(`the browser that is back waits ${first.ms} ms`);
  culqiFront.fail(null);
  const isCharged = chargedFor(tools, payment) > 0;
  // A charge whose response was lost is found by reconciliation; otherwise the buyer pays again, twice at once.
  if (isCharged) await reconcile(tools);
  else await Promise.all([pay(), pay()]);
  if (!(await isCaptured(tools, topUp.order))) add('what was charged is not captured afterwards');
  await pay();
  meanwhile(payment);
  const charged = chargedFor(tools, payment);
  if (charged !== AMOUNT * 100) add(`the card is charged ${charged} cents in place of ${AMOUNT * 100}`);
  const money = await credited(tools, topUp.order);
  if (money !== once) add(`the wallet is credited ${money} in place of ${once}`);
  return violations;
}
