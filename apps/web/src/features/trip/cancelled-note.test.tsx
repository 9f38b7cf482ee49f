// Tests that the rider reads who cancelled the booking, addressed as "you" when it was the rider, and the fee.
import type { BookingView } from '@kerb/contract';
import { INCOMPLETE_BOOKING_REASON } from '@kerb/domain/booking';
import { aBooking } from '@kerb/testing';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { CancelledNote } from './cancelled-note.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  await startI18n();
  await loadTexts('rider');
});

it.each<[Partial<BookingView>, string]>([
  [{ cancelledBy: 'rider', reason: 'Plans have changed' }, 'You cancelled.'],
  [{ cancelledBy: 'admin', reason: 'No car' }, 'Cancelled by the operator.'],
  [{ cancelledBy: 'system', reason: INCOMPLETE_BOOKING_REASON }, 'The booking was not paid in time.'],
  [{ cancelledBy: 'system', reason: 'No driver', driver: null }, ''],
])('of %j says "%s"', (change, text) => {
  const { container } = render(<CancelledNote booking={aBooking({ status: 'CANCELLED', ...change })} />);
  expect(container.textContent).toBe(text);
});

it('shows the fee of the cancellation', () => {
  const booking = aBooking({ status: 'CANCELLED', cancelledBy: 'rider', cancellationFee: 70 });
  render(
    <Provider store={store}>
      <CancelledNote booking={booking} />
    </Provider>,
  );
  expect(screen.getByText('Cancellation fee').parentElement?.textContent).toMatch(/70\.00/);
});
