// The riders and drivers of the write benchmarks: each with a session and an address of their own.
import type pg from 'pg';
import { insertSessions, insertUsers } from '../dispatch/insert-people.ts';
import { addressOf, type Caller } from '../lib/posts.ts';

async function insertCallers(
  client: pg.Client,
  usertype: 'rider' | 'driver',
  { uids, firstNumber }: { uids: readonly string[]; firstNumber: number },
): Promise<Caller[]> {
  const now = Date.now();
  const users = uids.map((uid, index) => ({ uid, usertype, number: firstNumber + index }));
  await insertUsers(client, users, now);
  const tokens = await insertSessions(client, uids, now);
  return uids.map((uid, index) => ({
    uid,
    token: tokens[index] ?? '',
    address: addressOf(firstNumber + index),
  }));
}

const FIRST_RIDER = 300_000;

export const insertRidersWithIds = (client: pg.Client, uids: readonly string[]): Promise<Caller[]> =>
  insertCallers(client, 'rider', { uids, firstNumber: FIRST_RIDER });
