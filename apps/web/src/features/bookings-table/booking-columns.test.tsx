// Tests the cells of the bookings table whose value differs from the field of the booking.
import type { BookingSummary } from '@kerb/contract';
import { HIDDEN_CONTACT } from '@kerb/domain/booking';
import { aBooking } from '@kerb/testing';
import { render, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n, switchLanguage } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { useBookingColumns } from './booking-columns.tsx';

beforeAll(async () => {
  vi.stubGlobal('fetch', async () => Response.json({ items: [] }));
  await startI18n();
  await Promise.all([loadTexts('bookings'), loadTexts('console')]);
});

const repeated: ReadonlySet<string> = new Set();

function Cell({ field, booking }: { field: string; booking: BookingSummary }) {
  const column = useBookingColumns('admin', undefined, repeated).find((one) => one.field === field);
  return <p>{column?.render(booking)}</p>;
}
const textOf = (field: string, booking: BookingSummary) =>
  render(
    <Provider store={store}>
      <Cell field={field} booking={booking} />
    </Provider>,
  ).container.textContent;

it('shows the cancellation fee of a cancelled booking, and the fare less the discount of others', () => {
  const amounts = { trip_cost: 300, discount_amount: 50, cancellationFee: 70 };
  expect(textOf('trip_cost', aBooking({ ...amounts, status: 'PAID' }))).toMatch(/250/);
  expect(textOf('trip_cost', aBooking({ ...amounts, status: 'CANCELLED' }))).toMatch(/70/);
  expect(textOf('trip_cost', aBooking({ ...amounts, status: 'CANCELLED', cancellationFee: 0 }))).not.toMatch(
    /[1-9]/,
  );
});

it('shows in the user’s language that a contact is hidden', async () => {
  const booking = aBooking({ customer_contact: HIDDEN_CONTACT, driver_contact: '+59899123456' });
  expect(textOf('driver_contact', booking)).toBe('+59899123456');
  await switchLanguage('es');
  expect(textOf('customer_contact', booking)).toBe('Oculto en la demostración');
  await switchLanguage('en');
});

it('leaves room for the whole time of a trip, with AM or PM', () => {
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result } = renderHook(() => useBookingColumns('admin', undefined, repeated), { wrapper });
  // "11/30, 10:33 AM" in the font of dense rows, measured in Chromium.
  const widestPx = 107;
  const paddingPx = 12;
  const width = result.current.find(({ field }) => field === 'tripdate')?.width;
  expect(width).toBeGreaterThan(widestPx + paddingPx);
});
