// Tests that the form closes live when another operator completes the set-up, and that other changes preserve its
// input.
import type { TopicMessage } from '@kerb/sdk/live';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { SetupPage } from './setup-page.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const topics = vi.hoisted(() => new Map<string, (message: TopicMessage) => void>());
vi.mock('../../lib/live.ts', () => ({
  useLiveTopic: (topic: string, handler: (message: TopicMessage) => void) => void topics.set(topic, handler),
}));

const beginning = { appName: 'Kerb', country: 'UY', timezone: 'America/Montevideo', hasMap: true };
const notFound = () => Response.json({ code: 'not_found', status: 404 }, { status: 404 });
const catalogChanged: TopicMessage = {
  type: 'event',
  topic: 'catalog',
  seq: 1,
  name: 'catalog.changed',
  data: { what: 'settings' },
};

beforeAll(async () => {
  await startI18n();
  await loadTexts('setup');
});

it('shows a 404 once the server no longer offers the setup, and retains the input until then', async () => {
  let answer = () => Response.json(beginning);
  vi.stubGlobal('fetch', async () => answer());
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/setup']}>
        <SetupPage />
      </MemoryRouter>
    </Provider>,
  );
  const name = await screen.findByLabelText<HTMLInputElement>('First name');
  fireEvent.change(name, { target: { value: 'Ada' } });
  const changed = () => act(async () => topics.get('catalog')?.(catalogChanged));
  await changed();
  answer = () => Response.json({ code: 'unavailable', status: 503 }, { status: 503 });
  await changed();
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Ada');
  answer = notFound;
  await changed();
  await screen.findByRole('heading', { name: 'Page not found' });
});
