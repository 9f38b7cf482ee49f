// Creates a person with rows in every table that contains personal data, for tests of deletion and export.
import { randomUUID } from 'node:crypto';
import { routes } from '@kerb/contract';
import type { Someone } from '../modules/users/testing/users-environment.ts';
import { createAccountRows } from './account-rows.ts';
import { insertRow, type Row } from './insert-row.ts';
import type { PersonWithRows, RowTools, UsersEnvironment } from './row-tools.ts';
import { createTripRows } from './trip-rows.ts';

const at = Date.now();

export function createRowsOfAPerson(environment: UsersEnvironment, admin: Someone) {
  const insert = (table: string, row: Row): Promise<void> => insertRow(environment.asOwner, table, row);
  const tools: RowTools = { environment, admin, insert };
  const addAccount = createAccountRows(tools);
  const addTrips = createTripRows(tools);

  async function addMoney({ uid, usertype }: PersonWithRows): Promise<void> {
    const account = usertype === 'driver' ? 'driver' : 'rider';
    const payment = randomUUID();
    await insert('payments', {
      id: payment,
      purpose: 'topup',
      order_id: randomUUID(),
      uid,
      account,
      provider: 'test',
      status: 'failed',
      amount: 100,
      currency: 'UYU',
      decimals: 2,
      product_name: 'Top-up',
      created_at: at,
      decision: 'accepted',
      decided_by: admin.uid,
      decided_at: at,
      decided_reason: 'x',
    });
    await insert('payment_refunds', {
      id: randomUUID(),
      payment,
      amount: 50,
      value: '0.50',
      currency: 'UYU',
      origin: 'ours',
      status: 'done',
      reason: 'x',
      created_at: at,
      ended_at: at,
    });
    const withdraw = { uid, account, name: 'A', amount: 100, date: at, decided_by: admin.uid };
    await insert('withdraws', { ...withdraw, id: randomUUID(), processed: true, proces_date: at });
    await insert('withdraws', { ...withdraw, id: randomUUID(), returned_at: at, return_reason: 'x' });
    const body = { amount: 1, source: 'cash', reason: 'Of the test' };
    await environment.call(admin, routes.addToWallet, { id: uid, body });
  }

  /** Returns a rider or driver with their rows; the test writes the personal data into them. */
  return async function addPersonWithRows(usertype: 'rider' | 'driver'): Promise<PersonWithRows> {
    const mobile = environment.newMobile();
    const person = { ...(await environment.someone(usertype, { mobile })), mobile };
    await addAccount(person);
    await addMoney(person);
    await addTrips(person);
    return person;
  };
}
