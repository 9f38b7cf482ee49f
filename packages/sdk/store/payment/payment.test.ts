// Tests the payment packet that is sent for a booking.
import { expect, it } from 'vitest';
import { json, refuse, storeAnswering } from '../testing/store-answering.ts';
import { updateBooking } from './index.ts';

it('updateBooking sends how to pay for a booking, and rejects with the error code of the server', async () => {
  const { store, calls } = storeAnswering([
    json({ id: 'b1', payment_mode: 'card' }),
    refuse('already_paid', 409),
  ]);
  const pay = () =>
    store.dispatch(updateBooking({ booking: 'b1', payment: { payment_mode: 'card', usedWalletMoney: 5 } }));
  expect((await pay().unwrap()).payment_mode).toBe('card');
  expect(calls[0]).toBe('POST /bookings/b1/pay {"payment_mode":"card","usedWalletMoney":5}');
  await expect(pay().unwrap()).rejects.toBe('already_paid');
});
