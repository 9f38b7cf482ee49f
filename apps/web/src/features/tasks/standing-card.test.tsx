// Tests the driver's standing: both figures with their basis, no data, and an error.
import type { DriverStanding } from '@kerb/contract';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { StandingCard } from './standing-card.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const nothing: DriverStanding = {
  offers: 0,
  accepted: 0,
  acceptance: null,
  requests: 0,
  nearest: 0,
  place: null,
};

beforeAll(async () => {
  await startI18n();
  await loadTexts('driver');
});
/** Null makes the request fail. */
let answer: DriverStanding | null = null;
beforeEach(() => {
  vi.stubGlobal('fetch', async () => {
    if (answer === null) return Response.json({ code: 'internal', status: 500 }, { status: 500 });
    return Response.json(answer);
  });
  return () => act(() => store.dispatch(answersApi.util.resetApiState()));
});

const show = () =>
  render(
    <Provider store={store}>
      <StandingCard />
    </Provider>,
  );

it('shows the acceptance rate and the rank with their basis', async () => {
  answer = { offers: 4, accepted: 3, acceptance: 0.75, requests: 12, nearest: 5, place: 2 };
  const { container } = show();
  await screen.findByText('75%');
  expect(container.textContent).toBe(
    'Offers accepted3 of 4 offers in the last 7 days75%' +
      'Usual place among nearby driversThe nearest for 5 of 12 requests in the last 24 hours2',
  );
});

it('shows that there is no data yet', async () => {
  answer = nothing;
  const { container } = show();
  await screen.findByText('No offers in the last 7 days');
  expect(container.textContent).toContain('No requests near you in the last 24 hours');
  expect(container.querySelector('dd')).toBeNull();
});

it('can be read again after a failure', async () => {
  answer = null;
  show();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  answer = nothing;
  fireEvent.click(retry);
  await screen.findByText('No offers in the last 7 days');
});
