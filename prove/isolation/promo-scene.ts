// Scene of a promo with few uses and a rider near the limit of bookings: concurrent bookings, cancellations, edits and
// reads.
import { randomUUID } from 'node:crypto';
import type { Caller } from '../../apps/server/src/testing/send-to.ts';
import { insertBooking } from '../lib/insert-booking.ts';
import { bodyOf, type Call, createScene, type Round, replaced, type SceneTools, upTo } from './scene.ts';

const RIDERS = 2;
const QUOTES_EACH = 3;
const MAX_USES = 3;
/** Most open bookings for later of a rider. */
const MAX_OPEN = 50;
const OPEN_BEFORE = MAX_OPEN - 1;
const CROWDED_QUOTES = 5;
const DAY_MS = 86_400_000;

const pickup = { lat: -34.9058, lng: -56.1913, add: 'Plaza Independencia 1' };
const drop = { ...pickup, lat: -34.91 };

/** 0: the rider near the limit, who uses no promo. */
interface QuoteOf {
  readonly id: string;
  readonly rider: number;
  /** The departure that was quoted, ms since the epoch. */
  readonly departsAt: number;
}

type Booked = 'no' | 'booked' | 'cancelled';

interface Promo {
  readonly limit: number;
  readonly version: number;
  /** Booking state of each quote. */
  readonly bookings: readonly Booked[];
}

interface Parts {
  readonly promo: string;
  readonly name: string;
  readonly admin: Caller;
  /** The first rider is near the limit of bookings. */
  readonly riders: readonly Caller[];
  readonly quotes: readonly QuoteOf[];
}

const bookedBy = ({ bookings }: Promo, { quotes }: Parts, rider: number): number =>
  quotes.filter((quote, index) => quote.rider === rider && bookings[index] === 'booked').length;

/** Number of uses of the promo. */
const usesOf = (state: Promo, { quotes }: Parts): number =>
  quotes.filter(({ rider }, index) => rider !== 0 && state.bookings[index] === 'booked').length;

/** The rejections that are possible for a quote that is not booked. */
function refusalsOf(state: Promo, parts: Parts, rider: number): string[] {
  if (rider === 0) return OPEN_BEFORE + bookedBy(state, parts, 0) >= MAX_OPEN ? ['conflict'] : [];
  return [
    ...(usesOf(state, parts) >= state.limit ? ['promo_used_up'] : []),
    ...(bookedBy(state, parts, rider) > 0 ? ['promo_already_used'] : []),
  ];
}

const book = (parts: Parts, carType: string, index: number): Call<Promo> => {
  const quote = parts.quotes[index];
  const by = parts.riders[quote?.rider ?? 0];
  if (!quote || !by) throw new Error(`There is no quote ${index}`);
  const body = {
    pickup,
    drop,
    carType,
    estimate: quote.id,
    bookLater: true,
    tripdate: quote.departsAt,
    paymentPacket: { payment_mode: 'cash' },
  };
  return {
    name: `rider ${quote.rider} books quote ${index}`,
    route: 'createBooking',
    by,
    input: () => ({ body }),
    after(state, { status, code }) {
      const refusals = refusalsOf(state, parts, quote.rider);
      if (refusals.includes(code)) return state;
      if (code === 'quote_expired') return state.bookings[index] === 'cancelled' ? state : null;
      if (status !== 201) return null;
      // A repeat returns the first booking.
      if (state.bookings[index] === 'booked') return state;
      if (state.bookings[index] === 'cancelled' || refusals.length > 0) return null;
      return { ...state, bookings: replaced(state.bookings, index, 'booked') };
    },
  };
};

/** Cancels the booking made by the client's previous call. */
const cancelIt = (parts: Parts, index: number): Call<Promo> => {
  const by = parts.riders[parts.quotes[index]?.rider ?? 0];
  if (!by) throw new Error(`There is no quote ${index}`);
  return {
    name: `quote ${index} is cancelled`,
    route: 'cancelBooking',
    by,
    input(earlier) {
      const booking = earlier.at(-1);
      if (booking?.status !== 201) return null;
      return { params: { id: String(bodyOf(booking).booking_id) }, body: { reason: 'Proof' } };
    },
    after(state, { status, code }) {
      if (code === 'transition_not_allowed') return state.bookings[index] === 'cancelled' ? state : null;
      if (status !== 200 || state.bookings[index] !== 'booked') return null;
      return { ...state, bookings: replaced(state.bookings, index, 'cancelled') };
    },
  };
};

const terms = (name: string, limit: number) => ({
  promo_name: name,
  promo_description: 'Proof',
  promo_discount_type: 'flat',
  min_order: 0,
  promo_discount_value: 10,
  max_promo_discount_value: null,
  promo_validity: Date.now() + 30 * DAY_MS,
  promo_usage_limit: limit,
});

const edit = (parts: Parts, limit: number, version: number): Call<Promo> => ({
  name: `the limit of version ${version} becomes ${limit}`,
  route: 'editPromo',
  by: parts.admin,
  input: () => ({ params: { id: parts.promo }, body: { ...terms(parts.name, limit), version } }),
  after(state, answer) {
    if (answer.code === 'conflict') return state.version === version ? null : state;
    if (answer.status !== 200 || state.version !== version) return null;
    if (bodyOf(answer).user_avail !== usesOf(state, parts)) return null;
    return { ...state, limit, version: version + 1 };
  },
});

interface PromoPage {
  readonly items: readonly { readonly promo_usage_limit: number; readonly user_avail: number }[];
}

const read = (parts: Parts): Call<Promo> => ({
  name: 'an admin reads the promo',
  route: 'listPromos',
  by: parts.admin,
  input: () => ({ query: { q: parts.name } }),
  after(state, { status, text }) {
    if (status !== 200) return null;
    const { items }: PromoPage = JSON.parse(text);
    const isIt = items[0]?.promo_usage_limit === state.limit && items[0].user_avail === usesOf(state, parts);
    return isIt ? state : null;
  },
});

async function insertQuotes(
  { environment, pool }: SceneTools,
  { riders, promo, name }: Pick<Parts, 'riders' | 'promo' | 'name'>,
): Promise<QuoteOf[]> {
  const quotes: QuoteOf[] = [];
  for (const [rider, caller] of riders.entries())
    for (let nth = 0; nth < (rider === 0 ? CROWDED_QUOTES : QUOTES_EACH); nth += 1) {
      const id = (await environment.own('quote', caller)) ?? '';
      const departsAt = Date.now() + DAY_MS;
      await pool.query('update quotes set drop_point = $2, departs_at = $3 where id = $1', [
        id,
        JSON.stringify(drop),
        departsAt,
      ]);
      if (rider > 0)
        await pool.query(
          'update quotes set promo = $2, promo_details = $3, promo_terms = $4, discount_amount = 1000 where id = $1',
          [
            id,
            promo,
            JSON.stringify({ promo_key: promo, promo_name: name }),
            JSON.stringify({
              promo_discount_type: 'flat',
              promo_discount_value: 10,
              max_promo_discount_value: null,
            }),
          ],
        );
      quotes.push({ id, rider, departsAt });
    }
  return quotes;
}

async function readPromo({ pool }: SceneTools, parts: Parts): Promise<Promo> {
  const { rows: promos } = await pool.query<{ limit: number; version: number }>(
    'select promo_usage_limit as limit, version from promos where id = $1',
    [parts.promo],
  );
  const { rows } = await pool.query<{ quote: string; status: string }>(
    'select quote, status from bookings where quote = any($1)',
    [parts.quotes.map(({ id }) => id)],
  );
  const bookedOf = (id: string): Booked => {
    const booking = rows.find(({ quote }) => quote === id);
    if (!booking) return 'no';
    return booking.status === 'CANCELLED' ? 'cancelled' : 'booked';
  };
  const [promo] = promos;
  return {
    limit: promo?.limit ?? 0,
    version: promo?.version ?? 0,
    bookings: parts.quotes.map(({ id }) => bookedOf(id)),
  };
}

async function brokenPromo({ pool }: SceneTools, parts: Parts): Promise<string[]> {
  const { rows } = await pool.query<{ counted: number; uses: number; riders: number; open: number }>(
    `select user_avail as counted, count(u.booking)::int as uses, count(distinct u.rider)::int as riders,
       (select count(*)::int from bookings where customer = $2 and status = 'NEW') as open
     from promos p left join promo_uses u on u.promo = p.id where p.id = $1 group by p.id`,
    [parts.promo, parts.riders[0]?.uid],
  );
  const [row] = rows;
  if (!row) return ['the promo is not there'];
  return [
    ...(row.uses > MAX_USES ? [`a promo is used ${row.uses} times, at most ${MAX_USES} are allowed`] : []),
    ...(row.riders < row.uses ? ['a rider has used a promo twice'] : []),
    ...(row.counted !== row.uses ? [`a promo counts ${row.counted} uses and has ${row.uses}`] : []),
    ...(row.open > MAX_OPEN ? [`a rider has ${row.open} open bookings`] : []),
  ];
}

function randomClient(random: () => number, parts: Parts, carType: string): Call<Promo>[] {
  const index = Math.floor(random() * parts.quotes.length);
  const chance = random();
  if (chance < 0.15) return [edit(parts, upTo(random, MAX_USES), upTo(random, 2))];
  if (chance < 0.25) return [read(parts)];
  const booking = book(parts, carType, index);
  return random() < 0.4 ? [booking, cancelIt(parts, index)] : [booking];
}

export const promoScene = createScene<Promo>('promos and open bookings', async (tools) => {
  const { environment, pool, sends } = tools;
  const [send] = sends;
  if (!send) throw new Error('There is no server');
  const { carType } = environment;
  const admin = await environment.person('admin');
  const crowded = await environment.person('rider');
  const later = { book_later: true, tripdate: Date.now() + DAY_MS, dispatch_at: Date.now() + DAY_MS };
  for (let nth = 0; nth < OPEN_BEFORE; nth += 1)
    await insertBooking(pool, { status: 'NEW', carType, customer: crowded.uid, driver: '', more: later });

  return async (random, count): Promise<Round<Promo>> => {
    const riders = [crowded];
    while (riders.length <= RIDERS) riders.push(await environment.person('rider'));
    const name = `Proof ${randomUUID()}`;
    const limit = upTo(random, MAX_USES);
    const added = await send('addPromo', { body: terms(name, limit) }, admin);
    const promo = String(bodyOf(added).id);
    const quotes = await insertQuotes(tools, { riders, promo, name });
    const parts: Parts = { promo, name, admin, riders, quotes };
    return {
      initial: await readPromo(tools, parts),
      clients: Array.from({ length: count }, () => randomClient(random, parts, carType)),
      final: () => readPromo(tools, parts),
      broken: () => brokenPromo(tools, parts),
      async end() {
        await pool.query(
          "update bookings set status = 'CANCELLED', cancelled_by = 'admin', reason = 'Proof' where quote = any($1)",
          [quotes.map(({ id }) => id)],
        );
      },
    };
  };
});
