// Tests the failures of calls: code and message joined by a colon for bookings and wallets, the code alone for others.
import { expect, it } from 'vitest';
import { createClient } from '../client/index.ts';
import {
  addToWallet,
  completeWithdraw,
  fetchPromos,
  fetchWithdraws,
  joinConsoleSlices,
  returnWithdraw,
} from './console/index.ts';
import {
  addBooking,
  cancelBooking,
  createKerbStore,
  fetchBookings,
  getEstimate,
  type KerbStore,
} from './index.ts';
import { updateBooking } from './payment/index.ts';

/** A store whose server rejects every call. */
function storeRefused(detail: string | undefined) {
  const client = createClient({
    baseUrl: '',
    retry: { attempts: 1 },
    fetch: async () => Response.json({ code: 'conflict', status: 409, detail }, { status: 409 }),
  });
  const store = createKerbStore({ client });
  joinConsoleSlices(store);
  return store;
}

const journey = {
  pickup: { lat: 0, lng: 0, add: 'a' },
  drop: { lat: 0, lng: 1, add: 'b' },
  carType: '0190aaaa-0000-7000-8000-000000000001',
};
const request = { ...journey, estimate: 'e1', paymentPacket: { payment_mode: 'cash' as const } };
const credit = { uid: 'u1', amount: 5, source: 'cash', key: 'k1' } as const;

type Call = (store: KerbStore) => { unwrap: () => Promise<unknown> };
const calls: [string, Call][] = [
  ['getEstimate', (store) => store.dispatch(getEstimate(journey))],
  ['addBooking', (store) => store.dispatch(addBooking(request))],
  ['fetchBookings', (store) => store.dispatch(fetchBookings())],
  ['cancelBooking', (store) => store.dispatch(cancelBooking({ booking: 'b1', reason: 'Too late' }))],
  [
    'updateBooking',
    (store) => store.dispatch(updateBooking({ booking: 'b1', payment: { payment_mode: 'cash' } })),
  ],
  ['fetchWithdraws', (store) => store.dispatch(fetchWithdraws({}))],
  ['completeWithdraw', (store) => store.dispatch(completeWithdraw('w1'))],
  ['returnWithdraw', (store) => store.dispatch(returnWithdraw({ id: 'w1', reason: 'closed' }))],
  ['addToWallet', (store) => store.dispatch(addToWallet(credit))],
];

it.each(calls)('%s fails with code and message joined by a colon', async (_, call) => {
  await expect(call(storeRefused('The fee has changed')).unwrap()).rejects.toBe(
    'conflict: The fee has changed',
  );
  await expect(call(storeRefused(undefined)).unwrap()).rejects.toBe('conflict');
});

it('the slices of estimates, bookings, booking lists and withdraws have the same text', async () => {
  const store = storeRefused('The fee has changed');
  await store.dispatch(getEstimate(journey));
  await store.dispatch(addBooking(request));
  await store.dispatch(fetchBookings());
  await store.dispatch(fetchWithdraws({}));
  const { estimatedata, bookingdata, bookinglistdata, withdrawdata } = store.getState();
  for (const slice of [estimatedata, bookingdata, bookinglistdata, withdrawdata])
    expect(slice?.error).toEqual({ flag: true, msg: 'conflict: The fee has changed' });
});

it('other calls fail with the code alone', async () => {
  const store = storeRefused('The fee has changed');
  await expect(store.dispatch(fetchPromos({})).unwrap()).rejects.toBe('conflict');
});
