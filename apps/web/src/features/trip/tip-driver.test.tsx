// Tests tipping a driver: suggested amounts, a sufficient and an insufficient wallet, a custom amount, and the given
// tip.
import type { BookingView, PaymentForm } from '@kerb/contract';
import { fetchSettings, fetchUser } from '@kerb/sdk/store';
import { aBooking, aSettings, aUser, testId } from '@kerb/testing';
import { fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { TipDriver } from './tip-driver.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const id = testId(0xb00);
const paid = aBooking({
  id,
  status: 'COMPLETE',
  actions: ['tip'],
  driver_name: 'Ana Silva',
  trip_cost: 200,
  tip: 0,
});
const asked: { call: string; body: unknown }[] = [];
let answer: () => Response;
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const update = vi.fn();
const retry = vi.fn();
const onCard = vi.fn();

const format = vi.hoisted(() => ({ dateLocale: 'en' }));
vi.mock('../../lib/i18n/use-language.ts', async () => {
  const { currentLanguage } = await import('../../lib/i18n/index.ts');
  return { useLanguage: () => ({ ...currentLanguage(), ...format }) };
});

async function show(
  booking: BookingView,
  walletBalance: number,
  failedTip: number | null = null,
  decimal = 2,
) {
  const settings = { ...aSettings({ country: 'UY', symbol: '$U', decimal }), social: [], demo: null };
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${address.replace('/api/v1', '')}`;
    if (call === 'GET /auth/session') return json({ user: aUser({ usertype: 'rider', walletBalance }) });
    if (call === 'GET /settings') return json(settings);
    asked.push({ call, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    return answer();
  });
  await store.dispatch(fetchUser());
  await store.dispatch(fetchSettings());
  render(
    <Provider store={store}>
      <TipDriver booking={booking} trip={{ update, retry }} failedTip={failedTip} onCard={onCard} />
    </Provider>,
  );
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

beforeAll(async () => {
  await startI18n();
  await Promise.all([loadTexts('rider'), loadTexts('errors')]);
});
beforeEach(() => {
  asked.length = 0;
  vi.clearAllMocks();
  format.dateLocale = 'en';
});

it('pays a suggested tip from the wallet', async () => {
  const tipped = { ...paid, actions: [], tip: 20 };
  answer = () => json(tipped);
  await show(paid, 500);
  fireEvent.click(button(/\$U\s?20\.00/));
  fireEvent.click(button('From the wallet'));
  await vi.waitFor(() => expect(update).toHaveBeenCalledWith(tipped));
  expect(asked).toEqual([{ call: `POST /bookings/${id}/tip`, body: { amount: 20 } }]);
});

it.each([20, 12.5])('offers a tip of %d again after its payment failed', async (amount) => {
  answer = () => json({ order_id: testId(7) }, 201);
  await show(paid, 0, amount);
  fireEvent.click(button('By card'));
  const [load] = onCard.mock.calls[0] ?? [];
  await load();
  expect(asked).toEqual([{ call: `POST /bookings/${id}/tip/payment`, body: { amount } }]);
});

it('writes a failed tip in the locale in which the field is parsed, also when dates have another locale', async () => {
  format.dateLocale = 'de';
  answer = () => json({ order_id: testId(7) }, 201);
  await show({ ...paid, trip_cost: 20_000 }, 0, 1234, 0);
  fireEvent.click(button('By card'));
  const [load] = onCard.mock.calls[0] ?? [];
  await load();
  expect(asked).toEqual([{ call: `POST /bookings/${id}/tip/payment`, body: { amount: 1234 } }]);
});

it('shows that the wallet does not cover the tip, and offers the card', async () => {
  const form = { order_id: testId(7) } as PaymentForm;
  answer = () => json(form, 201);
  await show(paid, 19.99);
  fireEvent.click(button(/\$U\s?20\.00/));
  expect(button('Not enough in the wallet').disabled).toBe(true);
  fireEvent.click(button('By card'));
  const [load] = onCard.mock.calls[0] ?? [];
  expect(await load()).toEqual(form);
  expect(asked).toEqual([{ call: `POST /bookings/${id}/tip/payment`, body: { amount: 20 } }]);
});

it('limits another amount to the price of the trip', async () => {
  await show(paid, 500);
  fireEvent.click(button('Other'));
  const amount = screen.getByRole('textbox', { name: 'Tip' });
  fireEvent.change(amount, { target: { value: '200.01' } });
  expect(screen.getByText('A tip is at most the price of the trip.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'From the wallet' })).toBeNull();
  fireEvent.change(amount, { target: { value: '200' } });
  expect(button('From the wallet').disabled).toBe(false);
});

it('shows why a tip was rejected and reloads the booking', async () => {
  answer = () => json({ code: 'transition_not_allowed', status: 409 }, 409);
  await show(paid, 500);
  fireEvent.click(button(/\$U\s?20\.00/));
  fireEvent.click(button('From the wallet'));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(retry).toHaveBeenCalledOnce();
  expect(update).not.toHaveBeenCalled();
});

it('shows a paid tip, and nothing for a trip that cannot be tipped', async () => {
  await show({ ...paid, actions: [], tip: 20 }, 0);
  expect(screen.getByRole('status').textContent).toMatch(/^You tipped Ana .*20\.00.*\. Thank you!$/);
  await show({ ...paid, actions: [] }, 0);
  expect(screen.queryByText(/Add a tip/)).toBeNull();
});
