// Tests that the fare of a trip names how it is paid, with the amount of each part when the wallet pays one.
import type { BookingView } from '@kerb/contract';
import { aBooking } from '@kerb/testing';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { FareSummary } from './fare-summary.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  await startI18n();
  await loadTexts('rider');
});

const fare = { trip_cost: 130, discount_amount: 10 };

/** The amount beside each text that names a payment or the total. */
function shown(change: Partial<BookingView>): Record<string, string> {
  render(
    <Provider store={store}>
      <FareSummary booking={aBooking({ ...fare, ...change })} />
    </Provider>,
  );
  const texts = screen.getAllByText(/^(Total|Cash|Card|Wallet)$/);
  return Object.fromEntries(
    texts.map((text) => [text.textContent, text.parentElement?.textContent?.match(/[\d.]+\d/)?.[0] ?? '']),
  );
}

it.each<[Partial<BookingView>, Record<string, string>]>([
  [{ status: 'ACCEPTED', payment_mode: 'cash' }, { Cash: '120.00' }],
  [{ status: 'PAYMENT_PENDING', payment_mode: 'cash' }, { Total: '120.00' }],
  [
    { status: 'ACCEPTED', payment_mode: 'cash', usedWalletMoney: 20 },
    { Total: '120.00', Wallet: '20.00', Cash: '100.00' },
  ],
  [{ status: 'PENDING', payment_mode: 'card', usedWalletMoney: 20 }, { Total: '120.00' }],
  [
    { status: 'PAID', payment_mode: 'card', usedWalletMoney: 20 },
    { Total: '120.00', Wallet: '20.00', Card: '100.00' },
  ],
  [{ status: 'COMPLETE', payment_mode: 'wallet', usedWalletMoney: 120 }, { Wallet: '120.00' }],
  // In floating point, 150.3 minus 10.2 is a little more than 140.1.
  [
    { status: 'PAID', trip_cost: 150.3, discount_amount: 10.2, payment_mode: 'card', usedWalletMoney: 140.1 },
    { Wallet: '140.10' },
  ],
])('of %j shows %j', (change, expected) => {
  expect(shown(change)).toEqual(expected);
});

it('names the wallet when it has paid a trip that was to be paid by card', () => {
  expect(shown({ status: 'PAID', payment_mode: 'card', usedWalletMoney: 120 })).toEqual({ Wallet: '120.00' });
});
