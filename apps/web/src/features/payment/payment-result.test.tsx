// Tests what the result of a payment says, and where that of a failed one leads: to the choice of how to pay again.
import type { PaymentView } from '@kerb/contract';
import { testId } from '@kerb/testing';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { PaymentResult } from './payment-result.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const booking = testId(0xb00);
const failed: PaymentView = {
  id: testId(1),
  purpose: 'booking',
  booking,
  provider: 'stripe',
  status: 'failed',
  amount: 12.5,
  currency: 'UYU',
  createdAt: 0,
  capturedAt: null,
  reason: null,
};

beforeAll(async () => {
  await startI18n();
  await loadTexts('wallet');
});

const show = (payment: PaymentView) =>
  render(
    <Provider store={store}>
      <MemoryRouter>
        <PaymentResult payment={payment} />
      </MemoryRouter>
    </Provider>,
  );

it('a payment that the provider declined afterwards is not shown as paid back', () => {
  show({ ...failed, status: 'refunded', declined: true });
  expect(screen.getByRole('status').textContent).toContain('declined it afterwards');
  expect(screen.queryByText(/sent the money back/)).toBeNull();
});

it('a refunded payment is shown as paid back', () => {
  show({ ...failed, status: 'refunded', declined: false });
  expect(screen.getByRole('status').textContent).toContain('sent the money back');
});

it.each([
  ['booking', booking, `/trip/${booking}?pay=card`],
  ['tip', booking, `/trip/${booking}?tip=12.5`],
  ['topup', null, '/wallet?pay=card'],
] as const)('a failed payment of a %s is tried again where it was started', (purpose, of, path) => {
  show({ ...failed, purpose, booking: of });
  expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(path);
});
