// Calls of the console whose cost may grow with the number of bookings.
import type { Random } from '@kerb/testing';
import type pg from 'pg';
import type { HttpCaller } from '../lib/http-caller.ts';

export type CaseName =
  | 'first page'
  | 'hundredth page'
  | 'by name'
  | 'by plate'
  | 'by address'
  | 'dashboard'
  | 'figures of a day'
  | 'earnings';

export interface ListCase {
  readonly name: CaseName;
  readonly path: (random: Random) => string;
}

const LIST = '/api/v1/bookings?limit=25';
const PAGE = 100;
const WORDS = 50;

/** Address of the list's hundredth page. */
async function hundredthPage(caller: HttpCaller): Promise<string> {
  let path = LIST;
  for (let page = 1; page < PAGE; page += 1) {
    const { nextCursor } = (await caller.get(path)) as { nextCursor: string | null };
    if (nextCursor === null) throw new Error(`The list has no page ${page + 1}`);
    path = `${LIST}&cursor=${encodeURIComponent(nextCursor)}`;
  }
  return path;
}

interface Words {
  name: string;
  plate: string;
  address: string;
}

/** From the newest bookings, which both histories have. */
async function wordsOf(client: pg.Client): Promise<Words[]> {
  const { rows } = await client.query<Words>(
    `select customer_name as name, vehicle_number as plate, split_part(pickup ->> 'add', ',', 1) as address
     from bookings where vehicle_number is not null order by id desc limit $1`,
    [WORDS],
  );
  return rows;
}

const dayIn = (timezone: string, at: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(at);

export async function listCases(
  caller: HttpCaller,
  client: pg.Client,
  timezone: string,
): Promise<readonly ListCase[]> {
  const words = await wordsOf(client);
  const deepPage = await hundredthPage(caller);
  const yesterday = dayIn(timezone, Date.now() - 86_400_000);
  const month = yesterday.slice(0, 7);
  const search = (kind: keyof Words) => (random: Random) =>
    `${LIST}&q=${encodeURIComponent(words[Math.floor(random() * words.length)]?.[kind] ?? '')}`;
  return [
    { name: 'first page', path: () => LIST },
    { name: 'hundredth page', path: () => deepPage },
    { name: 'by name', path: search('name') },
    { name: 'by plate', path: search('plate') },
    { name: 'by address', path: search('address') },
    { name: 'dashboard', path: () => '/api/v1/reports/dashboard' },
    { name: 'figures of a day', path: () => `/api/v1/reports/figures?from=${yesterday}&to=${yesterday}` },
    { name: 'earnings', path: () => `/api/v1/reports/earnings?from=${month}&to=${month}` },
  ];
}
