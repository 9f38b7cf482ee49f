// Tests the development inbox: refreshed while it is open, with its messages also after a failed refresh.
import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { DevInboxScreen } from './dev-inbox-screen.tsx';

// Without frames, the store notifies components by a timer, which the test controls.
vi.hoisted(() => vi.stubGlobal('requestAnimationFrame', undefined));
vi.mock('../../ui/site-shell.tsx', () => ({ SiteShell: ({ children }: { children: unknown }) => children }));

const message = (body: string) => ({
  id: body,
  channel: 'sms',
  to: '+59899000001',
  title: '',
  body,
  otp: null,
  at: 1_780_000_000_000,
});
let answer = () => Response.json({ items: [message('Welcome')] });

beforeAll(async () => {
  vi.stubGlobal('fetch', async () => answer());
  await startI18n();
  await loadTexts('login');
});
afterEach(() => void vi.useRealTimers());

it('shows new messages every two seconds, and the known ones when a refresh fails', async () => {
  vi.useFakeTimers();
  render(
    <Provider store={store}>
      <MemoryRouter>
        <DevInboxScreen />
      </MemoryRouter>
    </Provider>,
  );
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(200);
  screen.getByText('Welcome');
  answer = () => Response.json({ items: [message('Code 123')] });
  await pass(2_300);
  screen.getByText('Code 123');
  answer = () => Response.json({ code: 'internal', status: 500 }, { status: 500 });
  await pass(4_300);
  screen.getByText('Code 123');
});
