// Rounds in which 2 to 64 drivers accept one to three bookings concurrently, on several servers.

import { seededRandom } from '@kerb/testing';
import type pg from 'pg';
import type { AccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import type { Caller, Send } from '../../apps/server/src/testing/send-to.ts';
import { insertBooking } from '../lib/insert-booking.ts';
import type { Tried } from '../lib/proof.ts';
import { judgeRound, type Round } from './judge-round.ts';

const MAX_DRIVERS = 64;
const HOUR_MS = 3_600_000;

export interface RoundsTools {
  readonly environment: AccessEnvironment;
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly asOwner: Pick<pg.Pool, 'query'>;
  /** One function for each server. */
  readonly sends: readonly Send[];
}

export interface RoundsSize {
  readonly attempts: number;
  readonly ms: number;
  /** Stops the rounds, given the number of violations so far. */
  readonly isOver?: (found: number) => boolean;
}

interface Offer {
  readonly driver: Caller;
  readonly booking: string;
}

export async function openRounds(tools: RoundsTools) {
  const { environment, pool } = tools;
  const rider = await environment.person('rider');
  const drivers: Caller[] = [];
  while (drivers.length < MAX_DRIVERS) drivers.push(await environment.person('driver'));

  async function prepare(random: () => number) {
    const many = 2 + Math.floor(random() * (MAX_DRIVERS - 1));
    const racing = drivers.slice(0, many);
    const off = racing.filter(() => random() < 0.1).map(({ uid }) => uid);
    await pool.query(
      'update drivers set queue = false, driver_active_status = not uid = any($2) where uid = any($1)',
      [drivers.map(({ uid }) => uid), off],
    );
    const ids: string[] = [];
    for (let nth = Math.floor(random() * 3); nth >= 0; nth -= 1) {
      const { carType } = environment;
      const booking = { status: 'NEW', carType, customer: rider.uid, driver: '' } as const;
      ids.push(await insertBooking(pool, booking));
    }
    const offers = ids.flatMap((booking) =>
      racing.filter(() => ids.length === 1 || random() < 0.7).map((driver): Offer => ({ driver, booking })),
    );
    await pool.query(
      `insert into booking_requests (booking, driver, requested_at, expires_at)
       select booking, driver, $3, $4 from unnest($1::uuid[], $2::uuid[]) as offers (booking, driver)`,
      [
        offers.map(({ booking }) => booking),
        offers.map(({ driver }) => driver.uid),
        Date.now(),
        Date.now() + HOUR_MS,
      ],
    );
    return { ids, offers, onDuty: new Set(racing.map(({ uid }) => uid).filter((uid) => !off.includes(uid))) };
  }

  async function read(ids: readonly string[]): Promise<Pick<Round, 'bookings' | 'busy'>> {
    const { rows: bookings } = await tools.asOwner.query(
      `select id, status, driver,
         (select count(*)::int from booking_requests r where r.booking = b.id and outcome is null) as "openOffers",
         (select count(*)::int from outbox_events e where topics @> array['booking:' || b.id] and name = 'booking.changed'
            and data ? 'from') as steps
       from bookings b where id = any($1)`,
      [ids],
    );
    const { rows: busy } = await pool.query('select uid from drivers where queue and uid = any($1)', [
      drivers.map(({ uid }) => uid),
    ]);
    return { bookings, busy: new Set(busy.map(({ uid }) => String(uid))) };
  }

  async function round(random: () => number, sends: readonly Send[]) {
    const { ids, offers, onDuty } = await prepare(random);
    // Some drivers press twice.
    const calls = offers.flatMap((offer) => (random() < 0.1 ? [offer, offer] : [offer]));
    const attempts = await Promise.all(
      calls.map(async ({ driver, booking }, index) => {
        const send = sends[(index + Math.floor(random() * sends.length)) % sends.length];
        if (!send) throw new Error('There is no server');
        const { status, code } = await send('acceptBooking', { params: { id: booking }, body: {} }, driver);
        return { driver: driver.uid, booking, status, code };
      }),
    );
    const found = judgeRound({ attempts, onDuty, ...(await read(ids)) });
    const drop =
      "update bookings set status = 'CANCELLED', cancelled_by = 'admin', reason = 'Proof' where id = any($1)";
    await pool.query(drop, [ids]);
    return { attempts: attempts.length, found };
  }

  /** Runs rounds until the number of attempts or the time limit is reached. */
  return async function runRounds(
    { attempts, ms, isOver }: RoundsSize,
    out: Tried,
    sends: readonly Send[] = tools.sends,
  ): Promise<void> {
    const endsAt = performance.now() + ms;
    for (let seed = 1; out.tried < attempts && performance.now() < endsAt; seed += 1) {
      const done = await round(seededRandom(seed), sends);
      out.tried += done.attempts;
      for (const what of new Set(done.found)) out.violations.push(`round ${seed}: ${what}`);
      if (isOver?.(out.violations.length)) break;
    }
  };
}
