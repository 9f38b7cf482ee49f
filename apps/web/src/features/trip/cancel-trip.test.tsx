// Tests that a rider to whom the dialog promised a free cancellation is not charged without another confirmation.
import type { BookingView } from '@kerb/contract';
import { aBooking } from '@kerb/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { CancelTrip } from './cancel-trip.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const searching = aBooking({ status: 'NEW' });
const accepted = aBooking({
  status: 'ACCEPTED',
  cancelFeeFrom: Date.now() - 180_000,
  cancelSlab: [{ minsDelayed: 2, amount: 30 }],
});
const cancelled = aBooking({ status: 'CANCELLED' });
const sent: unknown[] = [];

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (!address.endsWith('/cancel'))
      return Response.json({ items: [{ value: 0, label: 'Changed my mind' }] });
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    sent.push(body);
    // The driver has accepted.
    return body.maxFee === 0
      ? Response.json({ code: 'conflict', status: 409 }, { status: 409 })
      : Response.json(cancelled);
  });
  await startI18n();
  await Promise.all([loadTexts('rider'), loadTexts('reasons'), loadTexts('errors')]);
});

function Trip({ onClose }: { onClose: () => void }) {
  const [booking, update] = useState<BookingView>(searching);
  return (
    <CancelTrip booking={booking} open onClose={onClose} trip={{ update, retry: () => update(accepted) }} />
  );
}

it('asks again when a driver has accepted meanwhile', async () => {
  const onClose = vi.fn();
  render(
    <Provider store={store}>
      <Trip onClose={onClose} />
    </Provider>,
  );
  await screen.findByText('Cancelling now is free.');
  fireEvent.click(await screen.findByRole('radio', { name: 'Changed my mind' }));
  const confirm = screen.getByRole('button', { name: 'Cancel the ride' });
  fireEvent.click(confirm);
  await screen.findByText('The cancellation fee has changed meanwhile. Check it and confirm again.');
  screen.getByText(/^Cancelling now costs .*30(\.00)?.*: your driver has set out\.$/);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(confirm);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toEqual([
    { reason: 'Changed my mind', maxFee: 0 },
    { reason: 'Changed my mind', maxFee: 30 },
  ]);
});
