// Tests paying an outstanding fare: how it is to be paid, one payment at a time, and the error of a rejected one.
import type { BookingView } from '@kerb/contract';
import { fetchUser } from '@kerb/sdk/store';
import { aBooking, aUser } from '@kerb/testing';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { PayTrip } from './pay-trip.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const owed = aBooking({ status: 'PENDING', payment_mode: 'card', actions: ['pay'], payableAmount: 200 });
const update = vi.fn();
const retry = vi.fn();
const onCard = vi.fn();
let bodies: unknown[] = [];
let answer: () => Response | Promise<Response>;

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (address.endsWith('/auth/session')) {
      return Response.json({ user: aUser({ usertype: 'rider', walletBalance: 500 }) });
    }
    bodies.push(JSON.parse(String(init.body)));
    return answer();
  });
  await startI18n();
  await Promise.all([loadTexts('rider'), loadTexts('errors')]);
  await store.dispatch(fetchUser());
});
beforeEach(() => {
  bodies = [];
  vi.clearAllMocks();
});

const pay = (booking: BookingView) =>
  render(
    <Provider store={store}>
      <PayTrip booking={booking} trip={{ update, retry }} checking={false} onCard={onCard} />
    </Provider>,
  );

const ways = ['Pay by card', 'Pay from the wallet', 'Pay in cash'];
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const spinning = () => ways.filter((name) => button(name).querySelector('[role="progressbar"]'));

it('asks for cash, and for another payment, once cash is chosen', () => {
  pay({ ...owed, payment_mode: 'cash' });
  screen.getByText(/^Pay the driver .*200\.00.* in cash$/);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(ways.slice(0, 2));
});

it('does not ask for cash before a payment is chosen', () => {
  pay({ ...owed, status: 'PAYMENT_PENDING', payment_mode: 'cash' });
  screen.getByText(/200\.00.* still to be paid$/);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(ways);
});

it('sends one payment at a time, and shows which one is under way', async () => {
  pay(owed);
  let respond: (response: Response) => void = () => undefined;
  answer = () => new Promise<Response>((resolve) => (respond = resolve));
  act(() => {
    fireEvent.click(button('Pay from the wallet'));
    fireEvent.click(button('Pay in cash'));
  });
  await waitFor(() => expect(bodies).toEqual([{ payment_mode: 'wallet' }]));
  expect(spinning()).toEqual(['Pay from the wallet']);
  expect(ways.filter((name) => !button(name).disabled)).toEqual(['Pay from the wallet']);
  expect(button('Pay from the wallet').ariaDisabled).toBe('true');
  await act(async () => respond(Response.json(owed)));
  await waitFor(() => expect(update).toHaveBeenCalledExactlyOnceWith(owed));
  expect(spinning()).toEqual([]);
  expect(onCard).not.toHaveBeenCalled();
});

it('opens the choice of providers once the booking is switched to a card', async () => {
  pay(owed);
  answer = () => Response.json(owed);
  fireEvent.click(button('Pay by card'));
  await waitFor(() => expect(onCard).toHaveBeenCalledOnce());
  expect(bodies).toEqual([{ payment_mode: 'card' }]);
});

it('shows why a payment was rejected, and reloads a trip that has changed', async () => {
  pay(owed);
  answer = () => Response.json({ code: 'insufficient_funds', status: 409 }, { status: 409 });
  fireEvent.click(button('Pay by card'));
  await screen.findByRole('alert');
  expect(retry).toHaveBeenCalledOnce();
  expect([update, onCard].map((call) => call.mock.calls)).toEqual([[], []]);
  expect(button('Pay by card').disabled).toBe(false);
});
