// Tests the dialog after a phone booking: stays open while more is booked, then Enter leads to the next caller.
import type { BookingResult } from '@kerb/contract';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { KerbThemeProvider } from '../../ui/theme-provider.tsx';
import { SuccessDialog } from './success-dialog.tsx';

beforeAll(async () => {
  await startI18n();
  await Promise.all((['site', 'quote'] as const).map(loadTexts));
});
afterEach(cleanup);

const booked = { booking_id: 'b1', reference: 'K7M2XQ' } as BookingResult;
const dialog = (busy: boolean, forOther = true) => (
  <Provider store={store}>
    <KerbThemeProvider>
      <SuccessDialog
        booked={booked}
        tripdate={null}
        delivery={false}
        forOther={forOther}
        busy={busy}
        onTrack={() => undefined}
        onClose={() => undefined}
      />
    </KerbThemeProvider>
  </Provider>
);
const close = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Close' });

it('cannot be closed while more is being booked; then Enter closes it', async () => {
  const { rerender } = render(dialog(true));
  await screen.findByTestId('booking-reference');
  expect(close().disabled).toBe(true);
  rerender(dialog(false));
  await waitFor(() => expect(document.activeElement).toBe(close()));
});

it('does not move the focus for a rider', async () => {
  render(dialog(false, false));
  await screen.findByTestId('booking-reference');
  expect(document.activeElement).not.toBe(close());
});
