// Checks that every acknowledged change is in the database, and that no booking was accepted or offered twice.
import type pg from 'pg';
import { z } from 'zod';
import type { Acknowledged } from '../crash/kills/clients.ts';
import { judgeAcknowledged } from '../crash/kills/judge.ts';
import type { Calls } from './clients.ts';

type Journal = Pick<Calls, 'journal' | 'unsure'>;

/** Open offers that a driver may have at a time under the policy `broadcast`. */
const MAX_OFFERS = 3;

const identified = z.looseObject({ id: z.string() });
const named = z.looseObject({ firstName: z.string() });

/** Queries that count rows which violate a rule; each must return 0. */
const rules: readonly { readonly wrong: string; readonly count: string }[] = [
  {
    wrong: 'bookings were accepted by two drivers',
    count: `select count(*) from (select booking from booking_requests where outcome = 'accepted'
            group by booking having count(*) > 1) as twice`,
  },
  {
    wrong: 'bookings became ACCEPTED twice',
    count: `select count(*) from (select data->>'booking_id' from outbox_events
            where name = 'booking.changed' and data->>'status' = 'ACCEPTED' and data->>'from' = 'NEW'
            group by data->>'booking_id' having count(*) > 1) as twice`,
  },
  {
    wrong: 'drivers have more open offers than the policy allows',
    count: `select count(*) from (select driver from booking_requests
            where outcome is null and expires_at > extract(epoch from now()) * 1000
            group by driver having count(*) > ${MAX_OFFERS}) as drivers`,
  },
  {
    wrong: 'offers were made to drivers who were on a trip',
    count: `select count(*) from booking_requests r join bookings b on b.driver = r.driver and b.id <> r.booking
            where r.follows is null and not r.by_hand and b.driver_accept_time < r.requested_at - 1000
            and b.status in ('PAID', 'COMPLETE') and b.trip_end_time > r.requested_at + 1000`,
  },
  {
    wrong: 'events have no outbox position',
    count: 'select count(*) from outbox_events where position is null',
  },
  {
    wrong: 'outbox positions were given twice',
    count: `select count(*) from (select position from outbox_events where position is not null
            group by position having count(*) > 1) as twice`,
  },
];

async function judgeMessages(pool: Pick<pg.Pool, 'query'>, calls: readonly Acknowledged[]) {
  const ids = calls
    .filter(({ name }) => name === 'sendMessage')
    .map(({ answer }) => identified.parse(JSON.parse(answer.text)).id);
  const { rows } = await pool.query<{ id: string }>('select id from chat_messages where id = any($1)', [ids]);
  const lost = new Set(ids).size - new Set(rows.map(({ id }) => id)).size;
  return lost > 0 ? [`${lost} sendMessage were acknowledged and are lost`] : [];
}

/** A person sends one edit after the other, so that the database must contain the last acknowledged first name. */
async function judgeProfiles(pool: Pick<pg.Pool, 'query'>, { journal, unsure }: Journal) {
  const names = new Map<string, string>();
  for (const { name, input, caller } of journal)
    if (name === 'updateProfile' && !unsure.has(caller.uid))
      names.set(caller.uid, named.parse(input.body).firstName);
  const { rows } = await pool.query<{ uid: string; first_name: string }>(
    'select uid, first_name from users where uid = any($1)',
    [[...names.keys()]],
  );
  const lost = rows.filter(({ uid, first_name }) => names.get(uid) !== first_name).length;
  return lost > 0 ? [`${lost} updateProfile were acknowledged and are lost`] : [];
}

/** Counts the bookings whose acceptance was acknowledged to more than one driver. */
function judgeWinners(calls: readonly Acknowledged[]): string[] {
  const winners = new Map<string, Set<string>>();
  for (const { name, input, caller } of calls) {
    if (name !== 'acceptBooking') continue;
    const id = input.params?.id ?? '';
    winners.set(id, (winners.get(id) ?? new Set()).add(caller.uid));
  }
  const shared = [...winners.values()].filter((drivers) => drivers.size > 1).length;
  return shared > 0 ? [`${shared} bookings were acknowledged to two drivers`] : [];
}

export async function judgeWrites(pool: Pick<pg.Pool, 'query'>, calls: Journal): Promise<string[]> {
  const { journal } = calls;
  const found = [
    ...(await judgeAcknowledged(pool, journal)),
    ...(await judgeMessages(pool, journal)),
    ...(await judgeProfiles(pool, calls)),
    ...judgeWinners(journal),
  ];
  for (const { wrong, count } of rules) {
    const { rows } = await pool.query<{ count: string }>(count);
    const times = Number(rows[0]?.count ?? 0);
    if (times > 0) found.push(`${times} ${wrong}`);
  }
  return found;
}
