// Tests the note on queued steps: "Sending" while the network works, "queued" only after a failed attempt, and the ways to
// correct a rejected step.
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { bookingView, queuedStep } from '../../lib/trip-queue/testing/queue-builders.ts';
import type { StepsOfTrip } from '../../lib/trip-queue/use-trip-queue.ts';
import { WaitingNote } from './waiting-note.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  await startI18n();
  await loadTexts('driver');
});

const refusedStart = (code: string) =>
  queuedStep(1, { kind: 'start', otp: '12345', refusal: { code, until: null } });

function show(change: Partial<StepsOfTrip>) {
  const steps: StepsOfTrip = {
    waiting: [queuedStep(1, { kind: 'reach' })],
    refused: null,
    behind: 0,
    fresh: null,
    networkFailed: false,
    ...change,
  };
  const shown = { booking: bookingView(), awaitsFare: true, awaitsPayment: false, photos: [] };
  render(
    <Provider store={store}>
      <WaitingNote shown={shown} steps={steps} />
    </Provider>,
  );
  return screen.getByRole('status').textContent ?? '';
}

it('shows that steps are being sent while no attempt has failed', () => {
  const text = show({});
  expect(text).toContain('Sending…');
  expect(text).not.toContain('network');
});

it('shows that steps are queued on the phone after the network failed', () => {
  const text = show({ networkFailed: true });
  expect(text).toContain('Saved on this phone; sent when the network is back');
  expect(text).not.toContain('Sending…');
});

it('shows nothing without a queued step', () => {
  expect(show({ waiting: [], networkFailed: true })).toBe('');
});

it.each(['photo_required', 'location_fetch_error', 'transition_not_allowed'])(
  'lets the driver retry or undo a start with a trip code that was rejected with %s',
  (code) => {
    show({ waiting: [], refused: refusedStart(code) });
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Undo this step' })).toBeTruthy();
  },
);

it.each(['trip_otp_wrong', 'trip_otp_paused'])('lets the driver type the code again after %s', (code) => {
  show({ waiting: [], refused: refusedStart(code) });
  expect(screen.queryByRole('button')).toBeNull();
});
