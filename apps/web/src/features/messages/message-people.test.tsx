// Tests a message to selected people: one request each, failures by name, and no request without title and text.
import { publicSettings } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { fetchSettings } from '@kerb/sdk/store';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { KerbThemeProvider } from '../../ui/theme-provider.tsx';
import { MessagePeople } from './message-people.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const sent: { path: string; body: unknown }[] = [];
const gone = { error: { code: 'not_found', message: 'Not found.' } };
let allowed = true;

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = new URL(address, 'http://kerb').pathname.replace('/api/v1', '');
    if (method === 'POST') {
      sent.push({ path, body: JSON.parse(String(body)) });
      return path.includes('gone')
        ? Response.json(gone, { status: 404 })
        : new Response(null, { status: 204 });
    }
    return Response.json(
      publicSettings.parse({
        version: 1,
        languages: [],
        ...settings.parse({ AllowCriticalEditsAdmin: allowed }),
        city: { name: 'Montevideo', center: { lat: -34.9, lng: -56.2 }, bounds: [-57, -35, -56, -34] },
        social: [],
        demo: null,
      }),
    );
  });
  await startI18n();
  await Promise.all([loadTexts('console'), loadTexts('errors')]);
});
beforeEach(async () => {
  sent.length = 0;
  allowed = true;
  await store.dispatch(fetchSettings());
});
afterEach(cleanup);

const ana = { id: 'ana', name: 'Ana Paz' };
const luis = { id: 'luis', name: 'Luis Sosa' };
const deleted = { id: 'gone', name: 'Eva Gil' };

function write(recipients: readonly { id: string; name: string }[]) {
  render(
    <Provider store={store}>
      <KerbThemeProvider>
        <MessagePeople text="Message" recipients={recipients} />
      </KerbThemeProvider>
    </Provider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Message' }));
}
const type = (field: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: field }), { target: { value } });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));

it('sends one call for each person, and names those that failed', async () => {
  write([ana, luis, ana, deleted]);
  expect(screen.getByRole('dialog').textContent).toContain('Message to 3 people');
  type('Title', ' Road works ');
  type('Text', 'The Rambla is closed.');
  send();
  // The last of them fails.
  const failure = await screen.findByRole('listitem');
  expect(screen.getByText('2 of 3 done')).not.toBeNull();
  const body = { title: 'Road works', body: 'The Rambla is closed.' };
  expect(sent).toEqual(['ana', 'luis', 'gone'].map((id) => ({ path: `/users/${id}/messages`, body })));
  expect(failure.textContent).toMatch(/^Eva Gil: /);
});

it('sends nothing without a title and a text', async () => {
  write([ana]);
  expect(screen.getByRole('dialog').textContent).toContain('Ana Paz');
  send();
  await screen.findByText('Enter a title.');
  expect(screen.getByText('Enter what to say.')).not.toBeNull();
  expect(sent).toEqual([]);
});

it('shows in demonstration mode why nothing can be sent', async () => {
  allowed = false;
  await store.dispatch(fetchSettings());
  write([ana]);
  const alert = await screen.findByRole('alertdialog');
  await waitFor(() => expect(alert.textContent).toContain('Not available in demonstration mode.'));
  expect(sent).toEqual([]);
});
