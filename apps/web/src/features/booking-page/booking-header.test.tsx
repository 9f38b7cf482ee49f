// Tests when a booking was for, in the header of its page.
import { aBooking } from '@kerb/testing';
import { render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, expect, it } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { BookingHeader } from './booking-header.tsx';

beforeAll(async () => {
  await startI18n();
  await Promise.all([loadTexts('bookings'), loadTexts('console')]);
});

it.each([
  [false, /Booked for now, Sun, Nov 29/],
  [true, /For Sun, Nov 29/],
])('says when a past booking was for, with bookLater %s', (bookLater, text) => {
  const tripdate = Date.UTC(2026, 10, 29, 12, 48);
  const { container } = render(
    <Provider store={store}>
      <BookingHeader booking={aBooking({ bookLater, tripdate, status: 'PAID' })} actions={null} />
    </Provider>,
  );
  expect(container.textContent).toMatch(text);
});
