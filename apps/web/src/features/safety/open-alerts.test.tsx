// Tests that the console announces new alerts: with a sound when one of them is urgent, however many reports come with it.
import type { SafetyAlert } from '@kerb/contract';
import { aSafetyAlert } from '@kerb/testing';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { soundAlarm } from './alarm-sound.ts';
import { OpenAlertsProvider, readAgainMs } from './open-alerts.tsx';

vi.mock('./alarm-sound.ts', () => ({ soundAlarm: vi.fn() }));

const panic = aSafetyAlert({ id: 'p', reference: 'PANIC2', lastAt: 2 });
const report = aSafetyAlert({
  id: 'r',
  kind: 'lost_item',
  raisedBy: 'rider',
  reference: 'LOST22',
  lastAt: 3,
});
const later = { ...report, id: 's', reference: 'LOST33', lastAt: 4 };
let open: readonly SafetyAlert[] = [];

beforeAll(async () => {
  vi.stubGlobal('fetch', async () => Response.json({ items: open, nextCursor: null, open: open.length }));
  await startI18n();
  await Promise.all([loadTexts('safety'), loadTexts('console')]);
});
beforeEach(async () => {
  open = [];
  vi.mocked(soundAlarm).mockClear();
  vi.useFakeTimers();
  render(
    <Provider store={store}>
      <MemoryRouter>
        <OpenAlertsProvider>{null}</OpenAlertsProvider>
      </MemoryRouter>
    </Provider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(1_000));
});
afterEach(() => {
  cleanup();
  store.dispatch(answersApi.util.resetApiState());
  vi.useRealTimers();
});

async function raise(...alerts: readonly SafetyAlert[]): Promise<void> {
  open = alerts;
  await act(() => vi.advanceTimersByTimeAsync(readAgainMs));
}
const shown = () => screen.queryByRole('alert')?.textContent ?? '';

it('sounds for a call for help beside a report, and shows it until it is dismissed', async () => {
  await raise(panic, report);
  expect(soundAlarm).toHaveBeenCalledTimes(1);
  expect(shown()).toContain('PANIC2');
  await raise(panic, later, report);
  expect(soundAlarm).toHaveBeenCalledTimes(1);
  expect(shown()).toContain('PANIC2');
});

it('shows a report without a sound', async () => {
  await raise(report);
  expect(shown()).toContain('LOST22');
  expect(soundAlarm).not.toHaveBeenCalled();
});
