// Payment providers in the store: the life of the slice, and the packet a booking is paid by.
import { expect, it } from 'vitest';
import { json, refuse, storeAnswering } from '../testing/store-answering.ts';
import { fetchPaymentMethods, joinPaymentSlice, updateBooking } from './index.ts';

it('paymentmethods holds the providers; without one it is empty and says why', async () => {
  const providers = [{ name: 'test', link: '/pay/test' }];
  const { store } = storeAnswering(
    [json({ items: providers }), refuse('no_provider_found', 404)],
    joinPaymentSlice,
  );
  const reading = store.dispatch(fetchPaymentMethods());
  expect(store.getState().paymentmethods).toMatchObject({ providers: null, loading: true });
  await reading;
  expect(store.getState().paymentmethods).toEqual({
    providers,
    message: null,
    loading: false,
    error: { flag: false, msg: null },
  });
  await store.dispatch(fetchPaymentMethods());
  expect(store.getState().paymentmethods).toEqual({
    providers: null,
    message: 'no_provider_found',
    loading: false,
    error: { flag: true, msg: 'no_provider_found' },
  });
});

it('paymentmethods says what the error was after provider_fetch_error', async () => {
  const refusal = { code: 'provider_fetch_error', status: 502, detail: 'The vault is closed' };
  const { store } = storeAnswering([json(refusal, 502)], joinPaymentSlice);
  await store.dispatch(fetchPaymentMethods());
  expect(store.getState().paymentmethods).toMatchObject({
    providers: null,
    message: 'provider_fetch_error: The vault is closed',
  });
});

it('updateBooking says how a booking is to be paid, and rejects with the code of a refusal', async () => {
  const { store, calls } = storeAnswering(
    [json({ id: 'b1', payment_mode: 'card' }), refuse('already_paid', 409)],
    joinPaymentSlice,
  );
  const pay = () =>
    store.dispatch(updateBooking({ booking: 'b1', payment: { payment_mode: 'card', usedWalletMoney: 5 } }));
  expect((await pay().unwrap()).payment_mode).toBe('card');
  expect(calls[0]).toBe('POST /bookings/b1/pay {"payment_mode":"card","usedWalletMoney":5}');
  await expect(pay().unwrap()).rejects.toBe('already_paid');
});
