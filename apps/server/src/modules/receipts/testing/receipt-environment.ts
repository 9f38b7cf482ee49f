// Test environment of receipts: the booking environment with receipts, a map, and a fake e-mail sender.
import { type RouteDefinition, routes } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import type { CarType } from '@kerb/domain/fleet';
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import { v7 } from 'uuid';
import { createPdfDocuments } from '../../../adapters/pdf/pdf-documents.ts';
import type { Actor } from '../../../kit/index.ts';
import { createModuleServer, sessionsByUid } from '../../../kit/testing/module-server.ts';
import type { EmailMessage } from '../../../ports/email.ts';
import { type Answer, createBookingEnvironment } from '../../booking/testing/booking-environment.ts';
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

/** Creates the booking environment with the routes, the subscriber and the job of receipts. */
export async function createReceiptEnvironment(change: Partial<Settings> = {}) {
  const town = await createBookingEnvironment(change);
  const { database, identity, withTx } = town;
  let current = settingsSchema.parse(change);
  const map: { features: MapFeature[] | null; broken: boolean } = { features: null, broken: false };
  const mails: EmailMessage[] = [];
  let offered: CarType | null = town.carType;
  let failure: Error | null = null;
  const warnings: object[] = [];
  const deps: ReceiptsDeps = {
    db: database.queries,
    withTx,
    clock: { now: town.now },
    ids: { next: () => v7() },
    logger: { warn: (details) => warnings.push(details) },
    documents: createPdfDocuments(),
    email: {
      kind: 'inbox',
      async send(message) {
        if (failure) throw failure;
        mails.push(message);
      },
    },
    settings: { get: async () => current },
    identity,
    booking: town.booking,
    carTypes: { carType: async (id) => (id === town.carType.id ? offered : null) },
    languages: shippedLanguagesApi,
    async featuresIn() {
      if (map.broken) throw new Error('the map cannot be read');
      return map.features ?? [water];
    },
  };
  const receipts = createReceiptsModule(deps);
  const server = await createModuleServer({
    database,
    modules: [receipts],
    resolveSession: sessionsByUid(identity.userOf),
  });

  const inject = (actor: Actor | null, { method, path, body }: RouteDefinition, id: string, query = '') =>
    server.inject({
      method,
      url: `/api/v1${path.replace(':id', id)}${query}`,
      headers: actor ? { authorization: `Bearer ${actor.uid}` } : {},
      ...(body ? { payload: {} } : {}),
    });

  async function publish(name: string, data: Record<string, unknown>): Promise<void> {
    for (const subscriber of receipts.subscribers ?? [])
      if (subscriber.events.includes(name))
        await subscriber.handle({ name, data, topics: [], id: 1, position: 1, at: town.now() });
  }

  return {
    ...town,
    map,
    mails,
    warnings,
    publish,
    /** Sets the texts of the car type in other languages; null removes the car type. */
    translate: (translations: CarType['translations'] | null) => {
      offered = translations === null ? null : { ...town.carType, translations };
    },
    set: (changes: Partial<Settings>) => {
      current = { ...current, ...changes };
    },
    /** Calls a route of receipts or of the booking environment. */
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
    async tripMap(actor: Actor | null, id: string, query = '') {
      const { payload: svg, statusCode: status, headers } = await inject(actor, routes.getTripMap, id, query);
      return { svg, status, headers };
    },
    changeStatus: (id: string, status: BookingStatus, from: BookingStatus) =>
      publish('booking.changed', { booking_id: id, status, from }),
    /** Ids of the e-mails scheduled for a booking, oldest first; each has its job. */
    async mailJobs(booking: string): Promise<string[]> {
      const { rows } = await database.pool.query<{ id: string }>(
        `select m.id from receipt_mails m
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
      if (!user) throw new Error(`no user has the uid ${uid}`);
      return user;
    },
    speak: (uid: string, langLocale: string) =>
      database.pool.query('update users set lang_locale = $2, date_locale = $2 where uid = $1', [
        uid,
        langLocale,
      ]),
    setEmail: (uid: string, email: string) =>
      database.pool.query('update users set email = $2 where uid = $1', [uid, email]),
    /** The same environment without a mail server. */
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

export type ReceiptEnvironment = Awaited<ReturnType<typeof createReceiptEnvironment>>;
