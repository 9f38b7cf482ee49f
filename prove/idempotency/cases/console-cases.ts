// Calls of the console, of notices and of maps that take effect.
import { randomBytes, randomUUID } from 'node:crypto';
import type { RouteName } from '@kerb/contract';
import { z } from 'zod';
import { insertRow } from '../../../apps/server/src/testing/insert-row.ts';
import type { Caller, Input } from '../../../apps/server/src/testing/send-to.ts';
import { routeInputs } from '../../authz/route-inputs.ts';
import { insertBooking } from '../../lib/insert-booking.ts';
import { addRider, FAR, place } from '../people.ts';
import { type Case, type CaseContext, type Prepare, usual } from '../prepared-call.ts';

const mark = (): string => randomBytes(5).toString('hex');
const DAY_MS = 24 * 60 * 60 * 1000;

/** Id and version of an added object. */
const added = z.object({
  id: z.string().optional(),
  value: z.number().optional(),
  version: z.number().optional(),
  item: z.object({ id: z.string() }).optional(),
});

/** The fields of each kind of object; names are unique, because a name that is taken is rejected. */
const bodies = {
  addCarType: () => ({ name: mark(), rate_per_unit_distance: 1, rate_per_hour: 1, min_fare: 1 }),
  addPromo: () => ({
    promo_name: mark().toUpperCase(),
    promo_discount_value: 5,
    promo_validity: FAR,
    promo_usage_limit: 1,
  }),
  addCancelReason: () => ({ label: mark() }),
  addNotification: () => ({ devicetype: 'All', usertype: 'rider', title: mark(), body: 'Proof' }),
  addPartnerKey: () => ({ name: mark(), scopes: ['mds.trips'] }),
} as const;
type Adding = keyof typeof bodies;

const adding =
  (name: Adding): Prepare =>
  async ({ environment }) => ({
    caller: await environment.person('admin'),
    input: { body: bodies[name]() },
  });

/** A call on an object that was added before, with its current version where `body` requires it. */
const onAdded =
  (add: Adding, inputOf: (made: { id: string; version: number }) => Input): Prepare =>
  async ({ environment, send }) => {
    const caller = await environment.person('admin');
    const { text } = await send(add, { body: bodies[add]() }, caller);
    const made = added.parse(JSON.parse(text));
    const id = made.id ?? made.item?.id ?? String(made.value);
    return { caller, input: inputOf({ id, version: made.version ?? 1 }) };
  };

let locales = 0;
/** A locale that no other case uses. */
function newLocale(): string {
  locales += 1;
  const letter = (index: number) => String.fromCharCode(97 + (index % 26));
  return `q${letter(Math.floor(locales / 26))}${letter(locales)}`;
}

async function addLanguage({ environment, send }: CaseContext) {
  const caller = await environment.person('admin');
  const langLocale = newLocale();
  const body = { langName: mark(), langLocale, dateLocale: 'de' };
  const { text } = await send('addLanguage', { body }, caller);
  const { id, version } = z.object({ id: z.string(), version: z.number() }).parse(JSON.parse(text));
  return { caller, id, version };
}

const onLanguage =
  (bodyOf: (version: number) => object | undefined): Prepare =>
  async (context) => {
    const { caller, id, version } = await addLanguage(context);
    const body = bodyOf(version);
    return { caller, input: { params: { id }, ...(body ? { body } : {}) } };
  };

const noticed: Prepare = async ({ environment, pool }) => {
  const caller = await environment.person('rider');
  await insertRow(pool, 'notices', {
    id: randomUUID(),
    uid: caller.uid,
    kind: 'general',
    title: 'Proof',
    body: 'Proof',
    at: Date.now(),
    source: mark(),
  });
  return { caller, input: { body: {} }, others: [{ body: {}, query: { another: 'request' } }] };
};

const onBooking =
  (work: (context: CaseContext, id: string) => Promise<Input>): Prepare =>
  async (context) => {
    const { environment, pool } = context;
    const driver = (await environment.person('driver')).uid;
    const customer = await addRider({ environment });
    const { carType } = environment;
    const id = await insertBooking(pool, { status: 'ACCEPTED', carType, customer, driver });
    return { caller: await environment.person('admin'), input: await work(context, id) };
  };

async function raisedAlert({ pool }: CaseContext, booking: string): Promise<Input> {
  const id = randomUUID();
  const at = Date.now();
  await insertRow(pool, 'safety_alerts', { id, booking, kind: 'panic', raised_by: 'rider', at, last_at: at });
  return { params: { id }, body: { note: 'Proof' } };
}

const ringing: Prepare = async ({ environment, pool }) => {
  const id = randomUUID();
  await insertRow(pool, 'phone_calls', { id, call: id, caller: '+59899000001', at: Date.now() });
  return { caller: await environment.person('admin'), input: { params: { id } } };
};

async function withPushToken({
  environment,
  send,
}: CaseContext): Promise<{ caller: Caller; pushToken: string }> {
  const caller = await environment.person('rider');
  const pushToken = mark();
  await send('setPushToken', { body: { pushToken, userPlatform: 'ANDROID' } }, caller);
  return { caller, pushToken };
}

const promoForQuote: Prepare = async (context) => {
  const body = bodies.addPromo();
  await context.send('addPromo', { body }, await context.environment.person('admin'));
  return usual('applyPromo', { body: { promo: body.promo_name } })(context);
};

const readsMap = 'it reads the map';

export const consoleCases: Partial<Record<RouteName, Case>> = {
  mapsMatrix: { readsOnly: readsMap },
  hostedAutocomplete: { readsOnly: readsMap },
  hostedPlaceCoords: { refused: 'there is no such place; it reads the map' },
  hostedDistanceMatrix: { readsOnly: readsMap },
  hostedReverse: { readsOnly: readsMap },
  hostedDirections: { readsOnly: readsMap },
  sendNotification: { readsOnly: 'the message goes to a phone, which has no row' },
  applyPromo: { prepare: promoForQuote, repeats: 'the quote gets the same promo' },
  removePromo: { repeats: 'the quote has no promo' },
  setDesk: { repeats: 'the desk is set as it is' },
  addRecurringBooking: {
    prepare: async ({ environment }) => {
      const firstDay = new Date(Date.now() + 200 * DAY_MS).toISOString().slice(0, 10);
      const given = routeInputs(environment.carType).addRecurringBooking?.body;
      const rider = await addRider({ environment });
      const input = { body: { ...given, rider, firstDay } };
      return { caller: await environment.person('admin'), input };
    },
  },
  addCarType: { prepare: adding('addCarType') },
  editCarType: {
    prepare: onAdded('addCarType', ({ id, version }) => ({
      params: { id },
      body: { ...bodies.addCarType(), version },
    })),
  },
  deleteCarType: { prepare: onAdded('addCarType', ({ id }) => ({ params: { id } })) },
  setCarTypeImage: { prepare: onAdded('addCarType', ({ id }) => ({ params: { id } })) },
  addCancelReason: { prepare: adding('addCancelReason') },
  editCancelReason: {
    prepare: onAdded('addCancelReason', ({ id }) => ({
      params: { value: id },
      body: bodies.addCancelReason(),
    })),
  },
  deleteCancelReason: { prepare: onAdded('addCancelReason', ({ id }) => ({ params: { value: id } })) },
  addLanguage: {
    prepare: async ({ environment }) => ({
      caller: await environment.person('admin'),
      input: { body: { langName: mark(), langLocale: newLocale(), dateLocale: 'de' } },
    }),
  },
  editLanguage: { prepare: onLanguage((version) => ({ version, langName: mark() })) },
  importLanguage: {
    prepare: onLanguage((version) => ({ version, keyValuePairs: { home: mark() } })),
  },
  deleteLanguage: { prepare: onLanguage(() => undefined) },
  addPromo: { prepare: adding('addPromo') },
  editPromo: {
    prepare: onAdded('addPromo', ({ id, version }) => ({
      params: { id },
      body: { ...bodies.addPromo(), version },
    })),
  },
  deletePromo: { prepare: onAdded('addPromo', ({ id }) => ({ params: { id } })) },
  addNotification: { prepare: adding('addNotification') },
  editNotification: {
    prepare: onAdded('addNotification', ({ id, version }) => ({
      params: { id },
      body: { ...bodies.addNotification(), version },
    })),
  },
  deleteNotification: { prepare: onAdded('addNotification', ({ id }) => ({ params: { id } })) },
  sendNotificationToUsers: {
    prepare: onAdded('addNotification', ({ id, version }) => ({ params: { id }, body: { version } })),
  },
  addPartnerKey: { prepare: adding('addPartnerKey') },
  revokePartnerKey: { prepare: onAdded('addPartnerKey', ({ id }) => ({ params: { id } })) },
  declareCarType: {
    prepare: onAdded('addCarType', ({ id }) => ({
      params: { id },
      body: { vehicle_type: 'car', propulsion_types: ['electric'], wheelchair_accessible: false },
    })),
  },
  readNotices: { prepare: noticed },
  setPushToken: {
    prepare: async ({ environment }) => ({
      caller: await environment.person('rider'),
      input: { body: { pushToken: mark(), userPlatform: 'ANDROID' } },
    }),
  },
  removePushToken: {
    prepare: async (context) => {
      const { caller, pushToken } = await withPushToken(context);
      return { caller, input: { body: { pushToken } } };
    },
  },
  resolveAlert: { prepare: onBooking(raisedAlert) },
  confirmBooking: { prepare: onBooking(async (_, id) => ({ params: { id } })) },
  editRiderNotes: {
    prepare: async ({ environment }) => ({
      caller: await environment.person('admin'),
      input: { params: { id: await addRider({ environment }) }, body: { notes: mark() } },
    }),
  },
  takeCall: { prepare: ringing },
  createEstimate: {
    prepare: async ({ environment }) => {
      const drop = { ...place, lat: -34.9121, lng: -56.1645 };
      const body = { pickup: place, drop, carType: environment.carType };
      return { caller: await environment.person('rider'), input: { body } };
    },
    repeats: 'another quote of the same trip',
  },
  setUp: { refused: 'the set-up is closed as soon as there is an admin' },
  startWhatIfRun: { refused: 'a run needs a day with requests' },
  cancelWhatIfRun: {
    prepare: async (context) => {
      const prepared = await usual('cancelWhatIfRun')(context);
      await context.pool.query(
        "update what_if_runs set status = 'running', finished_at = null where id = $1",
        [prepared.input.params?.id],
      );
      return prepared;
    },
  },
};
