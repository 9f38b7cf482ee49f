// Tests that open and resolved alerts show the driver and the plate of the alert, and that the booking has another
// driver now.
import type { SafetyAlert } from '@kerb/contract';
import { fetchSettings } from '@kerb/sdk/store';
import { aPublicSettings, aSafetyAlert } from '@kerb/testing';
import { render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { AlertCard } from './alert-card.tsx';
import { PastAlerts } from './past-alerts.tsx';

const first = { uid: 'd1', name: 'Ana Pérez', contact: '+59892000001' };
const second = { uid: 'd2', name: 'Bruno Díaz', contact: '+59892000002' };
const replacedText = 'This was the driver when it happened. The booking has another driver now, or none.';

const anAlert = (change: Partial<SafetyAlert>): SafetyAlert =>
  aSafetyAlert({ driver: first, driverReplaced: true, ...change });

let past: readonly SafetyAlert[] = [];

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      address.includes('/alerts') ? { items: past, nextCursor: null, open: 0 } : aPublicSettings({}),
    ),
  );
  await startI18n();
  await Promise.all([loadTexts('safety'), loadTexts('bookings'), loadTexts('console')]);
  await store.dispatch(fetchSettings());
});

const show = (element: ReactNode) =>
  render(
    <Provider store={store}>
      <MemoryRouter>{element}</MemoryRouter>
    </Provider>,
  );
const showCard = (alert: SafetyAlert) =>
  show(<AlertCard alert={alert} shown={false} onShow={() => undefined} onResolve={() => undefined} />);

it('an open alert shows its driver and plate, and that the booking has another driver now', () => {
  showCard(anAlert({}));
  expect(screen.getByText('Ana Pérez')).toBeTruthy();
  expect(screen.getByText('SAB 1000')).toBeTruthy();
  expect(screen.getByText(replacedText)).toBeTruthy();
});

it('an open alert of the booking’s driver does not speak of another one', () => {
  showCard(anAlert({ driver: second, driverReplaced: false }));
  expect(screen.getByText('Bruno Díaz')).toBeTruthy();
  expect(screen.queryByText(replacedText)).toBeNull();
});

it('resolved alerts of one booking each show their own driver and plate', async () => {
  const resolved = { resolvedAt: 1, resolvedBy: 'Eva', note: '' };
  past = [
    anAlert({ ...resolved, id: 'a2', driver: second, driverReplaced: false, vehicle_number: 'SAB 2000' }),
    anAlert(resolved),
  ];
  show(<PastAlerts />);
  const list = await screen.findByRole('list');
  const entries = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(entries).toHaveLength(2);
  expect(entries[0]).toContain('Driver: Bruno Díaz · SAB 2000');
  expect(entries[1]).toContain('Driver: Ana Pérez · SAB 1000');
});
