// Tests that the banner changes when a document expires while the screen is open, by the server's clock.
import { render, screen } from '@testing-library/react';
import { act } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { serverClock } from '../../lib/trip-queue/server-clock.ts';
import { DocumentsBanner } from './documents-banner.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  await startI18n();
  await loadTexts('driver');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const midnight = Date.parse('2026-05-11T00:00:00Z');
const banner = () =>
  render(
    <Provider store={store}>
      <MemoryRouter>
        <DocumentsBanner validUntil={midnight} />
      </MemoryRouter>
    </Provider>,
  );

it('states that a document has expired as soon as it has', () => {
  vi.useFakeTimers({ now: midnight - 30_000 });
  banner();
  expect(screen.getByRole('status').textContent).not.toContain('No tasks come');
  act(() => vi.advanceTimersByTime(40_000));
  expect(screen.getByRole('status').textContent).toContain('No tasks come');
});

it('goes by the server’s clock', () => {
  vi.useFakeTimers({ now: midnight - 30_000 });
  vi.spyOn(serverClock, 'offset').mockReturnValue(60_000);
  banner();
  expect(screen.getByRole('status').textContent).toContain('No tasks come');
});
