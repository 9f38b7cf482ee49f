// Well-behaved users of the proof: they sign in, request estimates and book, one call after the other, with measured
// times.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { demoMobile } from '@kerb/domain/identity';
import { z } from 'zod';

export const kinds = ['estimate', 'booking', 'sign-in'] as const;
export type Kind = (typeof kinds)[number];

/** Duration of every call in ms, and the errors. */
export interface Window {
  readonly times: Readonly<Record<Kind, readonly number[]>>;
  readonly failures: readonly string[];
}

/** A place in Montevideo, at most 2 km east of the longitude. */
const placeEastOf = (lng: number) => ({
  lat: -34.905 + Math.random() * 0.03,
  lng: lng + Math.random() * 0.025,
  add: 'Montevideo',
});
const HOUR_MS = 3_600_000;
/** Pause between two calls of one user, in ms, so that the server is idle without the abuse. */
const PAUSE_MS = 25;
const RIDERS = 12;
const WARM_UP_ROUNDS = 5;

interface Rider {
  readonly token: string;
  readonly address: string;
}

const sent = z.object({ verificationId: z.string() });
const inbox = z.object({ items: z.array(z.object({ otp: z.string().nullable() })) });
const session = z.object({ token: z.string() });
const list = z.object({ items: z.array(z.object({ id: z.string() })) });
const estimated = z.object({ id: z.string() });
const booked = z.object({ booking_id: z.string() });

export function createHonestPeople(origin: string) {
  const agent = new Agent({ keepAlive: true });
  const riders: Rider[] = [];
  let carType = '';
  let nextMobile = 0;

  /** Returns the response body; throws for any status except 2xx. */
  function call(method: 'GET' | 'POST' | 'PATCH', path: string, from: Partial<Rider>, body?: unknown) {
    const payload = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      'x-forwarded-for': from.address ?? '203.0.113.250',
      ...(from.token ? { authorization: `Bearer ${from.token}` } : {}),
      ...(payload === ''
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    };
    return new Promise<unknown>((resolve, reject) => {
      const asked = request(new URL(path, origin), { method, agent, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const status = answer.statusCode ?? 0;
          if (status >= 200 && status < 300) resolve(text === '' ? null : JSON.parse(text));
          else reject(new Error(`${method} ${path} answered ${status}: ${text.slice(0, 200)}`));
        });
      });
      asked.on('error', reject);
      asked.end(payload);
    });
  }

  /** Reading the code is not timed, because a user reads it on their phone. */
  async function signIn(mobile: string, address: string): Promise<{ token: string; ms: number }> {
    const begun = performance.now();
    const { verificationId } = sent.parse(await call('POST', '/api/v1/auth/otp', { address }, { mobile }));
    const asked = performance.now() - begun;
    const query = `mobile=${encodeURIComponent(mobile)}&limit=1`;
    const { items } = inbox.parse(await call('GET', `/api/v1/dev/inbox?${query}`, { address }));
    const again = performance.now();
    const answer = await call(
      'POST',
      '/api/v1/auth/session',
      { address },
      {
        verificationId,
        otp: items[0]?.otp,
      },
    );
    return { token: session.parse(answer).token, ms: asked + performance.now() - again };
  }

  async function signInNewRider(): Promise<number> {
    nextMobile += 1;
    // Each sign-in comes from a separate network, because sent codes are limited by network.
    const { ms } = await signIn(
      `+598941${String(nextMobile).padStart(5, '0')}`,
      `10.${nextMobile >> 8}.${nextMobile & 255}.1`,
    );
    return ms;
  }

  // Never twice the same place, which the server rejects.
  const trip = () => ({ pickup: placeEastOf(-56.19), drop: placeEastOf(-56.155), carType });
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
  const riderOf = (nth: number): Rider => riders[nth % riders.length] ?? { token: '', address: '' };

  async function book(nth: number): Promise<number> {
    const rider = riderOf(nth);
    const journey = trip();
    const tripdate = Date.now() + 24 * HOUR_MS + (nth % RIDERS) * HOUR_MS;
    const quote = estimated.parse(await call('POST', '/api/v1/estimates', rider, { ...journey, tripdate }));
    const begun = performance.now();
    const answer = await call('POST', '/api/v1/bookings', rider, {
      ...journey,
      estimate: quote.id,
      bookLater: true,
      tripdate,
      paymentPacket: { payment_mode: 'cash' },
    });
    const ms = performance.now() - begun;
    // Ends the booking without timing it, because the number of a rider's open bookings is limited.
    const { booking_id: id } = booked.parse(answer);
    await call('POST', `/api/v1/bookings/${id}/cancel`, rider, { reason: 'Plans changed' });
    return ms;
  }

  const works: Readonly<Record<Kind, (nth: number) => Promise<number>>> = {
    estimate: (nth) => timed(() => call('POST', '/api/v1/estimates', riderOf(nth), trip())),
    booking: book,
    'sign-in': signInNewRider,
  };

  return {
    /** Signs the riders in and completes their profiles; returns a car type for estimates. */
    async begin(): Promise<string> {
      carType = list.parse(await call('GET', '/api/v1/cartypes', {})).items[0]?.id ?? '';
      for (let nth = 1; nth <= RIDERS; nth += 1) {
        const address = `203.0.113.${nth}`;
        const { token } = await signIn(demoMobile('simRider', nth), address);
        const profile = { firstName: 'Ana', lastName: 'Prueba', email: `ana${nth}@example.com` };
        await call('PATCH', '/api/v1/me', { token, address }, profile);
        riders.push({ token, address });
      }
      return carType;
    },

    /** Signs in the rider whose session is abused. */
    signInAbuser: async () => (await signIn(demoMobile('simRider', RIDERS + 1), '198.51.100.1')).token,

    /** Uses every thread of the routing engine, because each loads the city on first use. */
    async warmUp(): Promise<void> {
      const points = Array.from({ length: 10 }, () => placeEastOf(-56.19));
      for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
        const each = riders.map((rider, nth) =>
          nth % 2 === 0
            ? call('POST', '/api/v1/estimates', rider, trip())
            : call('POST', '/api/v1/maps/matrix', rider, { start: points, dest: points }),
        );
        await Promise.all(each);
      }
    },

    /** Runs estimates, bookings and sign-ins for this time, one of each at a time. */
    async work(ms: number): Promise<Window> {
      const times: Record<Kind, number[]> = { estimate: [], booking: [], 'sign-in': [] };
      const failures: string[] = [];
      const endsAt = performance.now() + ms;
      const repeat = async (kind: Kind) => {
        for (let nth = 0; performance.now() < endsAt; nth += 1) {
          await works[kind](nth).then(
            (took) => times[kind].push(took),
            (error: unknown) => failures.push(`${kind}: ${error instanceof Error ? error.message : error}`),
          );
          await pause(PAUSE_MS);
        }
      };
      await Promise.all(kinds.map(repeat));
      return { times, failures };
    },

    close: () => agent.destroy(),
  };
}
