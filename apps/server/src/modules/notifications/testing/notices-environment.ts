// Test environment of notifications: users with sessions and devices, a booking, an adjustable clock, a local push
// service, and jobs that tests run.
import type { BookingStatus } from '@kerb/domain/booking';
import type { UserPlatform } from '@kerb/domain/identity';
import { ZERO } from '@kerb/domain/kernel';
import { settings as settingsSchema } from '@kerb/domain/settings';
import { fakeClock } from '@kerb/testing';
import { afterAll } from 'vitest';
import { uuidV7 } from '../../../adapters/clock/system-clock.ts';
import { createPushService } from '../../../adapters/push/web-push/testing/counterpart.ts';
import { vapidKeysFrom } from '../../../adapters/push/web-push/vapid-keys.ts';
import { createWebPush } from '../../../adapters/push/web-push/web-push.ts';
import type { StoredEvent } from '../../../kit/index.ts';
import { createTestDatabase } from '../../../kit/testing/test-database.ts';
import type { EmailMessage } from '../../../ports/email.ts';
import type { PushOutcome } from '../../../ports/push.ts';
import { type SmsMessage, UnconfirmedText } from '../../../ports/sms.ts';
import { createIdentityModule, type UserInput } from '../../identity/index.ts';
import { shippedLanguagesApi } from '../../languages/testing/shipped-languages.ts';
import { DELIVER_JOB } from '../deliver/deliver-job.ts';
import { DELIVER_DUE_JOB } from '../deliver/deliver-notice.ts';
import { createDevInbox, createNotificationsModule } from '../index.ts';
import type { BookingForNotices } from '../on-booking-event.ts';
import type { ReportOfRider } from '../on-module-event.ts';
import type { RemindedBooking } from '../remind-people.ts';

export async function createNoticesEnvironment() {
  const database = await createTestDatabase();
  const service = await createPushService();
  afterAll(async () => {
    await service.close();
    await database.close();
  });
  const clock = fakeClock();
  const base = { db: database.queries, withTx: database.withTx, clock, ids: uuidV7 };
  const settings = settingsSchema.parse({});
  const identity = createIdentityModule({
    ...base,
    sms: { kind: 'inbox', send: async () => undefined },
    secret: 'a secret of the tests',
    settings: {
      get: async () => settings,
      publicSettings: async () => Promise.reject(new Error('not asked')),
      edit: async () => settings,
      addDefaultCancelReasons: async () => undefined,
      markSeed: async () => true,
    },
    languages: shippedLanguagesApi,
    signInCheck: async () => true,
    isUnthrottled: () => true,
    allowLoopbackPush: true,
    wallet: { balanceOf: async () => ZERO },
    drivers: { driverPartOf: async () => null, updateVehicle: async () => undefined },
  }).api;

  let numbers = 1000;
  const person = (given: Partial<UserInput> & Pick<UserInput, 'usertype'>) => {
    numbers += 1;
    return database.withTx((tx) => identity.createUser(tx, { mobile: `+5989430${numbers}`, ...given }));
  };

  /** Adds a device with a session of its own; returns the session's id. */
  async function device(uid: string, platform: UserPlatform, token: string): Promise<string> {
    const session = await database.withTx((tx) => identity.openSession(tx, uid));
    await identity.setDevice({ uid, sessionId: session.id }, { pushToken: token, userPlatform: platform });
    return session.id;
  }

  const bookings = new Map<string, BookingForNotices & RemindedBooking>();
  const requests = new Map<string, { driver: string; expires_at: number }[]>();
  /** A booking as notifications read it. */
  function booking(given: Partial<BookingForNotices & RemindedBooking> & { customer: string }) {
    const made = {
      id: uuidV7.next(),
      reference: 'K7M2XQ',
      customer_name: 'Leo Paz',
      driver: null,
      driver_name: 'Ana',
      vehicle_number: 'SAB 1234',
      vehicle_description: 'Fiat Argo',
      status: 'ACCEPTED' as const,
      follows: null,
      pickup_expected_at: null,
      set_out_at: null,
      book_later: false,
      booking_type_admin: false,
      tripdate: clock.now(),
      driver_accept_time: null,
      rating: null,
      cancelled_by: null,
      reason: null,
      pickup: { lat: -34.9, lng: -56.2, add: 'Rambla 1' },
      drop_point: { add: 'Plaza 2' },
      ...given,
    };
    bookings.set(made.id, made);
    return made;
  }

  function setStatus(id: string, status: BookingStatus): void {
    const made = bookings.get(id);
    if (!made) throw new Error(`no booking ${id}`);
    bookings.set(id, { ...made, status });
  }

  /** Riders' reports by the id of the alert. */
  const reports = new Map<string, ReportOfRider>();

  /** Fake FCM: its responses, and the messages it received. */
  const fcm = {
    outcome: { result: 'sent' } as PushOutcome,
    sent: [] as { token: string; title: string }[],
    /** Number of requests, and a promise that delays the responses. */
    asked: 0,
    held: Promise.resolve(),
  };
  const sms = { fails: false, confirms: true, sent: [] as SmsMessage[] };
  /** Fake mail server: the e-mails it received, and the error it throws. */
  const mail = { fails: null as Error | null, sent: [] as EmailMessage[] };
  const warnings: object[] = [];
  const inbox = createDevInbox({ ...base, usersOf: identity.usersOf });
  /** Creates the module, with or without a demonstration's inbox, and with or without a mail server. */
  const createModule = (
    demo: boolean,
    { mails = true, publicUrl = 'https://kerb.example' as string | null } = {},
  ) =>
    createNotificationsModule({
      ...base,
      identity,
      users: { guardManaged: async () => undefined },
      settings: { get: async () => settings },
      push: {
        web: createWebPush({
          keys: vapidKeysFrom('a secret of the tests'),
          subject: 'mailto:push@kerb.example',
          clock,
          allowLoopback: true,
          // Without a circuit breaker, because the push service fails often and the test sets the clock.
          calls: { call: (_host, work) => work() },
        }),
        fcm: {
          kind: 'fcm',
          async send(token, { title }) {
            fcm.asked += 1;
            await fcm.held;
            if (fcm.outcome.result === 'sent') fcm.sent.push({ token, title });
            return fcm.outcome;
          },
        },
      },
      sms: {
        kind: 'inbox',
        async send(message) {
          if (sms.fails) throw new Error('the provider is away');
          sms.sent.push(message);
          if (!sms.confirms) throw new UnconfirmedText();
        },
      },
      email: mails
        ? {
            kind: 'inbox',
            async send(message) {
              if (mail.fails) throw mail.fails;
              mail.sent.push(message);
            },
          }
        : null,
      publicUrl: publicUrl ?? undefined,
      languages: shippedLanguagesApi,
      logger: { warn: (details) => warnings.push(details) },
      booking: {
        find: async (id) => bookings.get(id) ?? null,
        findEach: async (ids) => ids.flatMap((id) => bookings.get(id) ?? []),
        openOffersOfEach: async () => requests,
      },
      chat: { unreadMessage: async () => null, readableBy: async () => new Set() },
      safety: {
        findReport: async (alertId) => reports.get(alertId) ?? null,
        trackingToken: async (id) => (bookings.has(id) ? `token-of-${id}` : null),
      },
      secondsTo: async () => null,
      inbox: demo ? inbox : null,
      showsInbox: demo,
    });
  const module = createModule(false);

  let position = 0;
  const event = (name: string, data: Record<string, unknown>, topics: string[] = []): StoredEvent => {
    position += 1;
    return { id: position, position, name, topics, data, at: clock.now() };
  };
  /** Handles an event as the outbox relay would. */
  async function handleEvent(happened: StoredEvent, by = module): Promise<void> {
    for (const subscriber of by.subscribers ?? [])
      if (subscriber.events.includes(happened.name)) await subscriber.handle(happened);
  }

  /** Handles events about bookings together, as the outbox relay does under load. */
  async function handleTogether(events: readonly StoredEvent[]): Promise<void> {
    for (const subscriber of module.subscribers ?? []) await subscriber.handleTogether?.(events);
  }

  const rows = async <Row extends object>(query: string, values: unknown[] = []): Promise<Row[]> =>
    (await database.pool.query<Row>(query, values)).rows;
  interface Waiting {
    notice: string;
    channel: 'push' | 'sms' | 'email';
    next_at: number;
  }
  const waiting = () =>
    rows<Waiting>(
      `select notice, channel, next_at from notice_deliveries where state = 'waiting' order by notice, channel`,
    );
  const run = (job: Pick<Waiting, 'notice' | 'channel'>, of = module) =>
    of.jobs?.[DELIVER_JOB]?.({ notice: job.notice, channel: job.channel });
  /** Runs the jobs that are due now, once each. */
  async function deliver(of = module): Promise<void> {
    for (const job of (await waiting()).filter(({ next_at }) => Number(next_at) <= clock.now()))
      await run(job, of);
  }

  return {
    database,
    service,
    clock,
    identity,
    inbox,
    person,
    device,
    bookings,
    requests,
    reports,
    booking,
    setStatus,
    fcm,
    sms,
    mail,
    warnings,
    module,
    createModule,
    event,
    handleEvent,
    handleTogether,
    rows,
    waiting,
    run,
    deliver,
    sweep: () => module.jobs?.[DELIVER_DUE_JOB]?.({}),
    /** The user's notices, oldest first. */
    noticesOf: (uid: string) =>
      rows<{ id: string; kind: string; title: string; body: string; screen: string; params: object }>(
        'select id, kind, title, body, screen, params from notices where uid = $1 order by at, id',
        [uid],
      ),
    unreadOf: async (uid: string) =>
      (await rows('select from notices where uid = $1 and read_at is null', [uid])).length,
    stateOf: async (uid: string) =>
      (
        await rows<{ line: string }>(
          `select channel || ' ' || state as line from notice_deliveries
           join notices on id = notice where uid = $1 order by at, id, channel`,
          [uid],
        )
      ).map(({ line }) => line),
  };
}
