// Tests the list of a booking's payments and refunds: where the money of each refund is.
import type { RefundView } from '@kerb/contract';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { BookingMoney } from './booking-money.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  await startI18n();
  await Promise.all([loadTexts('wallet'), loadTexts('errors')]);
});

const refund: RefundView = {
  id: 'r1',
  at: Date.UTC(2026, 4, 1),
  amount: 40,
  toWallet: 0,
  toCard: 40,
  status: 'failed',
  reason: 'Late',
  by: null,
};

it.each([
  { held: true, text: 'Waits for a decision', other: 'In the wallet' },
  { held: false, text: 'In the wallet', other: 'Waits for a decision' },
  // A server of an earlier version.
  { held: undefined, text: 'In the wallet', other: 'Waits for a decision' },
])('a refund that failed is shown in the wallet unless it is held ($held)', ({ held, text, other }) => {
  const refunds = [held === undefined ? refund : { ...refund, held }];
  const money = { payments: [], refunds, refundable: 0 };
  render(
    <Provider store={store}>
      <BookingMoney booking="b1" mayRefund state={{ money, problem: null, reload: () => undefined }} />
    </Provider>,
  );
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByText(other)).toBeNull();
});
