// The bookings' town with receipts in it: a map that is drawn, and a sender that keeps the mails it is given.
import { type RouteDefinition, routes } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import { v7 } from 'uuid';
import { createPdfDocuments } from '../../../adapters/pdf/pdf-documents.ts';
import { createIdempotency } from '../../../kit/http/idempotency.ts';
import { mountRoutes } from '../../../kit/http/mount.ts';
import { createHttpServer } from '../../../kit/http/server.ts';
import type { Actor } from '../../../kit/index.ts';
import { createLogger } from '../../../kit/observe/logger.ts';
import { createMetrics } from '../../../kit/observe/metrics.ts';
import type { EmailMessage } from '../../../ports/email.ts';
import { type Answer, createBookingWorld } from '../../booking/testing/booking-world.ts';
import { shippedLanguagesApi } from '../../languages/testing/shipped-languages.ts';
import type { MapFeature } from '../../maps/index.ts';
import { createReceiptsModule } from '../index.ts';
import type { ReceiptsDeps } from '../receipts.deps.ts';
import { createSendReceipt, MAIL_JOB } from '../send-receipt.ts';
import { createViewReceipt } from '../view-receipt.ts';

const water: MapFeature = {
  kind: 'area',
  layer: 'water',
  rings: [
    [
      { lat: -34.95, lng: -56.3 },
      { lat: -34.95, lng: -56.1 },
      { lat: -34.912, lng: -56.1 },
      { lat: -34.912, lng: -56.3 },
    ],
  ],
};

/** Everything of the town, and the routes, the subscriber and the job of receipts. */
export async function createReceiptWorld(change: Partial<Settings> = {}) {
  const town = await createBookingWorld(change);
  const { database, identity, withTx } = town;
  let current = settingsSchema.parse(change);
  const map: { features: MapFeature[] | null; broken: boolean } = { features: null, broken: false };
  const mails: EmailMessage[] = [];
  let failure: Error | null = null;
  const warnings: object[] = [];
  const deps: ReceiptsDeps = {
    ...{ db: database.queries, withTx, clock: { now: town.now }, ids: { next: () => v7() } },
    logger: { warn: (details) => warnings.push(details) },
    documents: createPdfDocuments(),
    email: {
      kind: 'inbox',
      async send(message) {
        if (failure) throw failure;
        mails.push(message);
      },
    },
    ...{ settings: { get: async () => current }, identity, booking: town.booking },
    languages: shippedLanguagesApi,
    async featuresIn() {
      if (map.broken) throw new Error('the map cannot be read');
      return map.features ?? [water];
    },
  };
  const receipts = createReceiptsModule(deps);
  const logger = createLogger('error');
  const idempotency = createIdempotency(database.queries);
  const server = await createHttpServer({
    async resolveSession(token) {
      const user = await identity.userOf(token);
      return user && { uid: user.uid, usertype: user.usertype, sessionId: user.uid };
    },
    ...{ idempotency, logger, metrics: createMetrics(), version: 'test', trustProxy: false },
    ...{ hostedBasicAuth: undefined, isProduction: false },
    limits: { callsPerMinute: 1_000_000, scale: 1000, eventLoopDelayMs: 0 },
  });
  mountRoutes(server, receipts.routes ?? [], { requireAllRoutes: false, idempotency, limitScale: 1000 });
  await server.ready();

  const inject = (actor: Actor | null, { method, path, body }: RouteDefinition, id: string) =>
    server.inject({
      method,
      url: `/api/v1${path.replace(':id', id)}`,
      headers: actor ? { authorization: `Bearer ${actor.uid}` } : {},
      ...(body ? { payload: {} } : {}),
    });

  async function tell(name: string, data: Record<string, unknown>): Promise<void> {
    for (const subscriber of receipts.subscribers ?? [])
      await subscriber.handle({ name, data, topics: [], position: 1, at: town.now() });
  }

  return {
    ...town,
    ...{ map, mails, warnings, tell },
    set: (changes: Partial<Settings>) => {
      current = { ...current, ...changes };
    },
    /** A route of receipts, or of the town. */
    async call<Body = Record<string, unknown>>(
      actor: Actor | null,
      definition: RouteDefinition,
      id: string,
      body?: unknown,
    ): Promise<Answer<Body>> {
      if (!definition.path.includes('/receipt')) return town.call<Body>(actor, definition, id, body);
      const response = await inject(actor, definition, id);
      const isJson = response.headers['content-type']?.toString().includes('json') ?? false;
      const answer = isJson ? response.json() : {};
      return { status: response.statusCode, body: answer, code: answer.code };
    },
    async print(actor: Actor, id: string) {
      const { rawPayload: bytes, statusCode: status, headers } = await inject(actor, routes.printReceipt, id);
      return { bytes, status, type: headers['content-type'] };
    },
    tellOver: (id: string, status: BookingStatus, from: BookingStatus) =>
      tell('booking.changed', { booking_id: id, status, from }),
    /** Ids of the mails planned for a booking, oldest first; each has its job. */
    async mailJobs(booking: string): Promise<string[]> {
      const { rows } = await database.pool.query<{ id: string }>(
        `select m.id from receipt_mail m
         join graphile_worker.jobs j on j.key = 'receipts.mail:' || m.id where m.booking = $1 order by m.id`,
        [booking],
      );
      return rows.map(({ id }) => id);
    },
    deliver: async (id: string) => receipts.jobs?.[MAIL_JOB]?.({ id }),
    mailFails: (error: Error | null) => {
      failure = error;
    },
    async personOf(uid: string) {
      const user = await identity.userOf(uid);
      if (!user) throw new Error(`nobody is ${uid}`);
      return user;
    },
    speak: (uid: string, langLocale: string) =>
      database.pool.query('update users set lang_locale = $2, date_locale = $2 where uid = $1', [
        uid,
        langLocale,
      ]),
    setEmail: (uid: string, email: string) =>
      database.pool.query('update users set email = $2 where uid = $1', [uid, email]),
    /** The same where no mail is sent. */
    withoutMail: () => ({
      view: createViewReceipt({ ...deps, email: null }),
      send: createSendReceipt({ ...deps, email: null }),
    }),
    async close() {
      await server.close();
      await town.close();
    },
  };
}

export type ReceiptWorld = Awaited<ReturnType<typeof createReceiptWorld>>;
