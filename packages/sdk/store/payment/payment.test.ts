// Payment providers in the store: the life of the slice, and the packet a booking is paid by.
import { expect, it } from 'vitest';
import { createClient } from '../../client/index.ts';
import { createKerbStore } from '../index.ts';
import { fetchPaymentMethods, joinPaymentSlice, updateBooking } from './index.ts';

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

function storeAnswering(...replies: Response[]) {
  const calls: string[] = [];
  const client = createClient({
    baseUrl: 'http://kerb.test',
    fetch: async (address, { method, body }) => {
      calls.push(`${method} ${address}${body ? ` ${body}` : ''}`);
      return replies.shift() ?? json({ code: 'internal', status: 500 }, 500);
    },
  });
  const store = createKerbStore({ client });
  joinPaymentSlice(store);
  return { store, calls };
}

it('paymentmethods holds the providers; without one it is empty and says why', async () => {
  const providers = [{ name: 'test', link: '/pay/test' }];
  const { store } = storeAnswering(
    json({ items: providers }),
    json({ code: 'no_provider_found', status: 404 }, 404),
  );
  const reading = store.dispatch(fetchPaymentMethods());
  expect(store.getState().paymentmethods).toMatchObject({ providers: null, loading: true });
  await reading;
  expect(store.getState().paymentmethods).toEqual({
    ...{ providers, message: null, loading: false, error: { flag: false, msg: null } },
  });
  await store.dispatch(fetchPaymentMethods());
  expect(store.getState().paymentmethods).toEqual({
    ...{ providers: null, message: 'no_provider_found', loading: false },
    error: { flag: true, msg: 'no_provider_found' },
  });
});

it('paymentmethods says what the error was after provider_fetch_error', async () => {
  const refusal = { code: 'provider_fetch_error', status: 502, detail: 'The vault is closed' };
  const { store } = storeAnswering(json(refusal, 502));
  await store.dispatch(fetchPaymentMethods());
  expect(store.getState().paymentmethods).toMatchObject({
    ...{ providers: null, message: 'provider_fetch_error: The vault is closed' },
  });
});

it('updateBooking says how a booking is to be paid, and rejects with the code of a refusal', async () => {
  const { store, calls } = storeAnswering(
    json({ id: 'b1', payment_mode: 'card' }),
    json({ code: 'already_paid', status: 409 }, 409),
  );
  const pay = () =>
    store.dispatch(updateBooking({ booking: 'b1', payment: { payment_mode: 'card', usedWalletMoney: 5 } }));
  expect((await pay().unwrap()).payment_mode).toBe('card');
  expect(calls[0]).toBe(
    'POST http://kerb.test/api/v1/bookings/b1/pay {"payment_mode":"card","usedWalletMoney":5}',
  );
  await expect(pay().unwrap()).rejects.toBe('already_paid');
});
