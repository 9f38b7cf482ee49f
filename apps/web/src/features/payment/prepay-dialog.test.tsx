// Tests prepaying a delivery: by card at a provider, from the wallet, or in cash.
import type { BookingView } from '@kerb/contract';
import { fetchSettings, fetchUser } from '@kerb/sdk/store';
import { aSettings, aUser, testId } from '@kerb/testing';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { PrepayDialog } from './prepay-dialog.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const id = testId(0xb00);
// Only the fields that the dialog reads.
const owed: Partial<BookingView> = { id, reference: 'K7M2QX', status: 'PAYMENT_PENDING', payableAmount: 200 };
const form = {
  order_id: id,
  amount: 200,
  currency: 'UYU',
  product_name: 'Delivery',
  quantity: 1,
  first_name: 'Ana',
  last_name: 'Silva',
  cust_id: testId(0xa11),
  mobile_no: '',
  email: '',
};
const asked: { call: string; body: unknown }[] = [];
let answers: Record<string, () => Response | Promise<Response>> = {};
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refuse = (code: string, status = 422) => json({ code, status }, status);
const payments = () =>
  asked.filter(({ call }) => call === `POST /bookings/${id}/pay`).map(({ body }) => body);
const submit = vi.fn();

async function signIn(walletBalance: number) {
  answers['GET /auth/session'] = () => json({ user: aUser({ walletBalance }) });
  await store.dispatch(fetchUser());
}

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${address.replace('/api/v1', '')}`;
    asked.push({ call, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    return (await answers[call]?.()) ?? refuse('not_found', 404);
  });
  HTMLFormElement.prototype.submit = submit;
  await startI18n();
  await Promise.all([loadTexts('quote'), loadTexts('wallet'), loadTexts('errors')]);
});
beforeEach(async () => {
  answers = {
    [`GET /bookings/${id}`]: () => json(owed),
    [`GET /bookings/${id}/payment`]: () => json(form),
    [`POST /bookings/${id}/pay`]: () => json({ ...owed, status: 'NEW' }),
    'GET /payments/providers': () => json({ items: [{ name: 'test', link: '/pay/test' }] }),
    'GET /settings': () => json({ ...aSettings({ country: 'UY', symbol: '$U' }), social: [], demo: null }),
  };
  await signIn(0);
  await store.dispatch(fetchSettings());
  asked.length = 0;
  submit.mockClear();
  return () => act(() => store.dispatch(answersApi.util.resetApiState()));
});
afterEach(() => {
  for (const posted of document.querySelectorAll('body > form')) posted.remove();
});

const handlers = { onPaid: vi.fn(), onLeave: vi.fn(), onClose: vi.fn() };
async function show() {
  for (const handler of Object.values(handlers)) handler.mockClear();
  render(
    <Provider store={store}>
      <MemoryRouter>
        <PrepayDialog booking={id} {...handlers} />
      </MemoryRouter>
    </Provider>,
  );
  await screen.findByRole('radio', { name: /Cash/ });
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describe('paying for a delivery', () => {
  it('uses the first card provider, unless another method is chosen', async () => {
    await show();
    press(/^Pay .*200/);
    await waitFor(() => expect(submit).toHaveBeenCalledOnce());
    expect(payments()).toEqual([{ payment_mode: 'card', usedWalletMoney: 0 }]);
    expect(document.querySelector('body > form')?.getAttribute('action')).toBe('/pay/test');
    expect(handlers.onLeave).toHaveBeenCalledOnce();
    expect(handlers.onPaid).not.toHaveBeenCalled();
  });

  it('uses the wallet only when it covers the price, and a part of it towards a card payment otherwise', async () => {
    await signIn(150);
    await show();
    expect(screen.getByRole('radio', { name: /Wallet/ })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByLabelText(/Use .*150.* of the wallet first/));
    press(/^Pay .*50/);
    await waitFor(() => expect(payments()).toEqual([{ payment_mode: 'card', usedWalletMoney: 150 }]));
  });

  it('is paid from the wallet at once', async () => {
    await signIn(500);
    await show();
    fireEvent.click(screen.getByRole('radio', { name: /Wallet/ }));
    press(/from the wallet$/);
    await waitFor(() => expect(handlers.onPaid).toHaveBeenCalledOnce());
    expect(payments()).toEqual([{ payment_mode: 'wallet', usedWalletMoney: 0 }]);
    expect(submit).not.toHaveBeenCalled();
  });

  it('orders for cash when no card provider is set up', async () => {
    answers['GET /payments/providers'] = () => refuse('no_provider_found', 404);
    await show();
    expect(screen.getAllByRole('radio')).toHaveLength(2);
    press('Order, pay in cash');
    await waitFor(() => expect(handlers.onPaid).toHaveBeenCalledOnce());
    expect(payments()).toEqual([{ payment_mode: 'cash', usedWalletMoney: 0 }]);
  });

  it('shows the server’s error and stays open; Not now closes it', async () => {
    answers[`POST /bookings/${id}/pay`] = () => refuse('transition_not_allowed', 409);
    await show();
    press(/^Pay /);
    await screen.findByText(/The booking has moved on/);
    expect(submit).not.toHaveBeenCalled();
    press('Not now');
    expect(handlers.onClose).toHaveBeenCalledOnce();
  });

  it('cannot be closed while the payment is being sent', async () => {
    let pay = () => {};
    answers[`POST /bookings/${id}/pay`] = () =>
      new Promise((resolve) => {
        pay = () => resolve(refuse('transition_not_allowed', 409));
      });
    await show();
    press(/^Pay /);
    await waitFor(() => expect(payments()).toHaveLength(1));
    const pressEscape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    pressEscape();
    expect(handlers.onClose).not.toHaveBeenCalled();
    pay();
    await screen.findByText(/The booking has moved on/);
    pressEscape();
    expect(handlers.onClose).toHaveBeenCalledOnce();
  });

  it('can be closed when the provider’s page does not open', async () => {
    await show();
    press(/^Pay .*200/);
    await waitFor(() => expect(submit).toHaveBeenCalledOnce());
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(handlers.onClose).toHaveBeenCalledOnce();
  });

  it('requires no payment when a promo covers the price', async () => {
    answers[`GET /bookings/${id}`] = () => json({ ...owed, payableAmount: 0 });
    render(
      <Provider store={store}>
        <PrepayDialog booking={id} {...handlers} />
      </Provider>,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Nothing to pay: order now' }));
    await waitFor(() => expect(payments()).toEqual([{ payment_mode: 'cash', usedWalletMoney: 0 }]));
  });
});
