// Tests that the headline after the end of a trip does not say where the driver is: trips may end far from their drop.
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, expect, it } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { shownTrip } from '../../lib/trip-queue/shown-trip.ts';
import { bookingView, queuedStep } from '../../lib/trip-queue/testing/queue-builders.ts';
import { DriveHeadline } from './drive-headline.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('driver');
});

it('says that the driver has ended the trip while its end is queued', () => {
  const booking = bookingView({ status: 'STARTED', actions: ['reach'], payment_mode: 'cash' });
  const shown = shownTrip(booking, [queuedStep(1, { kind: 'reach' })]);
  render(
    <Provider store={store}>
      <DriveHeadline shown={shown} route={null} />
    </Provider>,
  );
  expect(screen.getByRole('heading').textContent).toBe('You have ended the trip');
});
