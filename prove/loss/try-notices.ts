// Makes e-mail and push services unavailable: the actions that notices are about must continue, and the notices must
// arrive afterwards.
import { fcmError } from '../../apps/server/src/adapters/push/fcm/testing/counterpart.ts';
import type { Caller } from '../../apps/server/src/testing/send-to.ts';
import { becomesTrueWithin, timed } from '../lib/wait-for.ts';
import { book, describeAnswer, prepareBooking } from './book.ts';
import type { MailFailure } from './mail-front.ts';
import type { ProviderFailure } from './provider-failures.ts';
import type { LossTools } from './tools.ts';

/** Mail servers have twenty seconds to respond, push services ten. */
const MAIL_ANSWER_MS = 22_000;
const AT_ONCE_MS = 5_000;
/** First attempt, its timeout, and the delays of 2, 6 and 18 s after failures. */
const ATTEMPTED_WITHIN_MS = 15_000;
const ARRIVES_WITHIN_MS = 40_000;
/** The circuit breaker lets a call through every ten seconds. */
const CALLED_AGAIN_WITHIN_MS = 12_000;
/** Devices and mailboxes show duplicates of a message once, by its id. */
const MAX_COPIES = 2;

export interface NoticeFailure {
  readonly push: ProviderFailure;
  readonly mail: MailFailure;
}

export const noticeFailures: readonly NoticeFailure[] = [
  { push: 'refuses connections', mail: 'refuses connections' },
  { push: 'answers 500', mail: 'answers 421' },
  { push: 'answers a web page', mail: 'answers a web page' },
  { push: 'refuses connections', mail: 'cuts its answer off' },
  { push: 'answers 500', mail: 'refuses each recipient for now' },
  { push: 'does not answer', mail: 'does not answer' },
];

export interface NotifiedDriver {
  readonly caller: Caller;
  readonly email: string;
  readonly browser: string;
  readonly phone: string;
  readonly withdraw: string;
}

/** A driver with a browser, an app and a verified e-mail address, whose withdrawal can be completed. */
export async function addNotifiedDriver(tools: LossTools): Promise<NotifiedDriver> {
  const { environment, send, services, database } = tools;
  const caller = await environment.person('driver');
  const other = await environment.signedIn('driver', caller.uid);
  const { rows } = await database.pool.query<{ email: string }>(
    'update users set email_verified = true where uid = $1 returning email',
    [caller.uid],
  );
  const browser = `browser-${caller.uid}`;
  const phone = `phone-${caller.uid}`;
  const web = { pushToken: services.push.subscribe(browser), userPlatform: 'WEB' };
  const app = { pushToken: phone, userPlatform: 'ANDROID' };
  for (const [body, session] of [
    [web, caller],
    [app, other],
  ] as const) {
    const answer = await send('setPushToken', { body }, session);
    if (answer.status >= 300) throw new Error(`A device is answered ${describeAnswer(answer)}`);
  }
  const withdraw = (await environment.own('withdraw', caller)) ?? '';
  return { caller, email: rows[0]?.email ?? '', browser, phone, withdraw };
}

/** Completes the withdrawal, which notifies the driver by push message and e-mail. */
export async function completeWithdraw({ environment, send }: LossTools, { withdraw }: NotifiedDriver) {
  const admin = await environment.person('admin');
  return send('completeWithdraw', { params: { id: withdraw }, body: {} }, admin);
}

/** Messages received since the last call. */
export function createArrivals({ services }: LossTools) {
  const browsers: string[] = [];
  const phones: string[] = [];
  const mails: string[] = [];
  const count = (all: readonly string[], one: string) => all.filter((name) => name === one).length;
  return {
    look(): void {
      browsers.push(...services.push.browsers.taken().map(({ browser }) => browser));
      phones.push(...services.push.phones.taken().map(({ message }) => String(message.token)));
      mails.push(...services.mail.taken().flatMap(({ to }) => to));
    },
    /** Number of messages by browser, app and e-mail. */
    of: ({ browser, phone, email }: NotifiedDriver): readonly number[] => [
      count(browsers, browser),
      count(phones, phone),
      count(mails, email),
    ],
    mailsTo: (address: string): number => count(mails, address),
  };
}
type Arrivals = ReturnType<typeof createArrivals>;

export const hasArrived = (arrivals: Arrivals, drivers: readonly NotifiedDriver[]): Promise<boolean> =>
  becomesTrueWithin(ARRIVES_WITHIN_MS, () => {
    arrivals.look();
    return drivers.every((driver) => arrivals.of(driver).every((times) => times > 0));
  });

/** A rider whose e-mail address is to be verified by a code. */
async function addUnverified({ environment, database }: LossTools) {
  const caller = await environment.person('rider');
  const { rows } = await database.pool.query<{ email: string }>('select email from users where uid = $1', [
    caller.uid,
  ]);
  return { caller, email: rows[0]?.email ?? '' };
}

export function failNotices({ services }: LossTools, failure: NoticeFailure | null): void {
  services.push.web.fail(failure?.push ?? null);
  services.push.fcm.fail(failure?.push ?? null);
  services.mail.fail(failure?.mail ?? null);
}

/**
 * Resolves when e-mails are sent again, after a trial that may have left the breaker open; false when the deadline has
 * passed.
 */
export async function untilMailIsSent(tools: LossTools): Promise<boolean> {
  const { caller } = await addUnverified(tools);
  return becomesTrueWithin(
    CALLED_AGAIN_WITHIN_MS,
    async () => (await tools.send('sendEmailCode', { body: {} }, caller)).status < 300,
  );
}

/** Returns one sentence for each violation. `meanwhile` plants a fault once all attempts have failed. */
export async function tryNotices(
  failure: NoticeFailure,
  tools: LossTools,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<string[]> {
  const { services, send } = tools;
  const violations: string[] = [];
  const add = (text: string) =>
    violations.push(`Mail ${failure.mail}, push messages ${failure.push}: ${text}`);
  const driver = await addNotifiedDriver(tools);
  const person = await addUnverified(tools);
  const prepared = await prepareBooking(tools);
  const fronts = [services.push.web, services.push.fcm, services.mail];
  const before = fronts.map((front) => front.asked());
  const arrivals = createArrivals(tools);
  failNotices(tools, failure);
  const coded = timed(send('sendEmailCode', { body: {} }, person.caller));
  const completed = await timed(completeWithdraw(tools, driver));
  const booked = await timed(book(tools, prepared));
  if (completed.answer.status >= 300) add(`a withdrawal is answered ${describeAnswer(completed.answer)}`);
  if (booked.answer.status >= 300) add(`a booking is answered ${describeAnswer(booked.answer)}`);
  if (Math.max(completed.ms, booked.ms) > AT_ONCE_MS)
    add(`a withdrawal takes ${completed.ms} ms, a booking ${booked.ms} ms`);
  const code = await coded;
  if (code.answer.code !== 'unavailable') add(`a mailed code is answered ${describeAnswer(code.answer)}`);
  if (code.ms > MAIL_ANSWER_MS) add(`a mailed code is answered after ${code.ms} ms`);
  const isTried = await becomesTrueWithin(ATTEMPTED_WITHIN_MS, () =>
    fronts.every((front, index) => front.asked() > (before[index] ?? 0) + (front === services.mail ? 1 : 0)),
  );
  if (!isTried) add('messages are not sent at all');
  arrivals.look();
  if (arrivals.of(driver).some((times) => times > 0)) add('messages arrive while nothing can take them');
  await meanwhile();
  failNotices(tools, null);
  const isTaken = await becomesTrueWithin(
    CALLED_AGAIN_WITHIN_MS,
    async () => (await send('sendEmailCode', { body: {} }, person.caller)).status < 300,
  );
  if (!isTaken) add('afterwards no mailed code is sent');
  const isThere = await hasArrived(arrivals, [driver]);
  if (!isThere) add(`of a message by browser, app and mail arrive ${arrivals.of(driver).join(', ')}`);
  if (arrivals.of(driver).some((times) => times > MAX_COPIES)) add('a message arrives more than twice');
  if (arrivals.mailsTo(person.email) !== 1) add('afterwards a mailed code is acknowledged and not sent');
  return violations;
}

/** Checks that devices that no longer exist are removed, and that a permanently rejected address is not retried. */
export async function tryGoneDevices(tools: LossTools): Promise<string[]> {
  const { services, database } = tools;
  const driver = await addNotifiedDriver(tools);
  services.push.browsers.answer({ status: 410 });
  services.push.phones.answer(fcmError(404, 'UNREGISTERED'));
  services.mail.refuseForGood();
  await completeWithdraw(tools, driver);
  const isGone = await becomesTrueWithin(ATTEMPTED_WITHIN_MS, async () => {
    const { rowCount } = await database.pool.query('select 1 from push_devices where uid = $1', [
      driver.caller.uid,
    ]);
    return rowCount === 0;
  });
  const isGivenUp = await becomesTrueWithin(ATTEMPTED_WITHIN_MS, async () => {
    const { rowCount } = await database.pool.query(
      `select 1 from notice_deliveries join notices on id = notice
       where uid = $1 and channel = 'email' and state = 'failed'`,
      [driver.caller.uid],
    );
    return rowCount === 1;
  });
  services.mail.fail(null);
  return [
    ...(isGone ? [] : ['Devices that take messages no more are not removed']),
    ...(isGivenUp ? [] : ['A mail to an address that does not exist is sent again']),
  ];
}
