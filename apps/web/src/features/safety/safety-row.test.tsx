// Tests that an emergency call goes on after its screen is closed, and that the screen shows its state again.
import { fetchSettings } from '@kerb/sdk/store';
import { aPublicSettings } from '@kerb/testing';
import { render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { hasUnsavedInput } from '../../lib/unsaved-input.ts';
import { callForHelp } from './panic-calls.ts';
import { SafetyRow } from './safety-row.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const operator = aPublicSettings({ country: 'UY', panic: true });

const keys: (string | null)[] = [];
let answerPanic: (response: Response) => void = () => undefined;

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, { headers, signal }: RequestInit = {}) => {
    if (!address.includes('/panic')) return Response.json(operator);
    keys.push(new Headers(headers).get('idempotency-key'));
    return new Promise<Response>((resolve, reject) => {
      answerPanic = resolve;
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  });
  await startI18n();
  await Promise.all([loadTexts('safety'), loadTexts('errors')]);
  await store.dispatch(fetchSettings());
});

const show = (id: string, acceptedAhead = false) =>
  render(
    <Provider store={store}>
      <SafetyRow
        booking={{ id, status: acceptedAhead ? 'ACCEPTED' : 'STARTED', appcat: 'taxi', acceptedAhead }}
      />
    </Provider>,
  );

it('an emergency call goes on after its screen is closed, and shows its state when the user returns', async () => {
  const first = show('b1');
  const call = callForHelp('b1');
  await screen.findByText('Alerting the operator…');
  expect(hasUnsavedInput()).toBe(true);
  first.unmount();
  await waitFor(() => expect(keys).toHaveLength(1), { timeout: 5_000 });

  const other = show('b2');
  expect(screen.queryByText('Alerting the operator…')).toBeNull();
  other.unmount();

  show('b1');
  screen.getByText('Alerting the operator…');
  await callForHelp('b1');
  answerPanic(Response.json({ at: 0 }));
  await call;
  expect(hasUnsavedInput()).toBe(false);
  await screen.findByText(/The operator was alerted at/);
  expect(keys).toHaveLength(1);
});

it('no emergency call is offered days before a later trip that a driver has accepted ahead', () => {
  const { unmount } = show('b3', true);
  expect(screen.getByRole('button', { name: 'Share trip' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Emergency' })).toBeNull();
  unmount();
  show('b4');
  expect(screen.getByRole('button', { name: 'Emergency' })).toBeTruthy();
});
