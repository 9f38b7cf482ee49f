// Tests saved views in the navigation: listed below their table's link, counted while the table is open, and opened
// with their columns.
import type { SavedView } from '@kerb/contract';
import { fetchUser } from '@kerb/sdk/store';
import { aUser } from '@kerb/testing';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { ConsoleNavigation } from '../../ui/console-navigation.tsx';
import { KerbThemeProvider } from '../../ui/theme-provider.tsx';
import { DrawerViews } from './drawer-views.tsx';
import { SavedViews } from './saved-views.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const viewOf = (table: SavedView['table'], name: string, fields: Partial<SavedView> = {}): SavedView => ({
  id: `${table} ${name}`,
  table,
  name,
  query: 'status=NEW',
  columns: ['reference', 'driver'],
  shared: false,
  own: true,
  ...fields,
});
let views: SavedView[] = [];
const shown = vi.fn();

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://kerb');
    if (pathname.endsWith('/saved-views') && init.method === 'POST') {
      const added = viewOf('bookings', 'Mine', JSON.parse(String(init.body)));
      views = [...views, added];
      return Response.json(added, { status: 201 });
    }
    if (init.method === 'DELETE') {
      views = views.filter(({ id }) => !pathname.endsWith(encodeURIComponent(id)));
      return new Response(null, { status: 204 });
    }
    if (pathname.endsWith('/saved-views')) return Response.json({ items: views });
    return Response.json({ user: { ...aUser(), usertype: 'admin' } });
  });
  await startI18n();
  await Promise.all([loadTexts('console'), loadTexts('safety')]);
  await act(() => store.dispatch(fetchUser()));
});
beforeEach(() => {
  shown.mockClear();
  store.dispatch(answersApi.util.resetApiState());
});
afterEach(cleanup);

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

function show(path: string) {
  render(
    <Provider store={store}>
      <KerbThemeProvider>
        <MemoryRouter initialEntries={[path]}>
          <DrawerViews renderCount={(table, query) => `${table} ${query}`}>
            <ConsoleNavigation isSlim={false} canBeSlim={false} />
            <SavedViews table="bookings" look={{ columns: null, show: shown }} renderCount={() => null} />
            <Address />
          </DrawerViews>
        </MemoryRouter>
      </KerbThemeProvider>
    </Provider>,
  );
}
const listOf = (table: string) => screen.findByRole('list', { name: `Saved views of ${table}` });

it('are listed below the link of their table, at most five each', async () => {
  views = [
    viewOf('drivers', 'Night shift'),
    ...[1, 2, 3, 4, 5, 6].map((number) => viewOf('bookings', `View ${number}`)),
  ];
  show('/dashboard');
  expect(within(await listOf('Drivers')).getAllByRole('link')).toHaveLength(1);
  expect(within(await listOf('Bookings')).getAllByRole('link')).toHaveLength(5);
  expect(screen.queryByRole('list', { name: 'Saved views of Riders' })).toBeNull();
});

it('link to the table with their filters, and apply their columns once', async () => {
  views = [viewOf('bookings', 'To dispatch')];
  show('/dashboard');
  fireEvent.click(within(await listOf('Bookings')).getByRole('link', { name: 'To dispatch' }));
  expect(document.querySelector('output')?.textContent).toBe('/bookings?status=NEW');
  await vi.waitFor(() => expect(shown.mock.calls).toEqual([[['reference', 'driver']]]));
});

it('show a count only while their table is open', async () => {
  views = [viewOf('bookings', 'To dispatch'), viewOf('drivers', 'Night shift')];
  show('/bookings?status=NEW');
  const link = within(await listOf('Bookings')).getByRole('link');
  expect(link.textContent).toBe('To dispatchbookings status=NEW');
  expect(link.getAttribute('aria-current')).toBe('page');
  expect(within(await listOf('Drivers')).getByRole('link').textContent).toBe('Night shift');
});

it('receive the focus once saved, because the save button disappears', async () => {
  views = [];
  show('/bookings?status=NEW');
  const save = await screen.findByRole('button', { name: 'Save view' });
  save.focus();
  fireEvent.click(save);
  const dialog = within(await screen.findByRole('dialog', { name: 'Save this view' }));
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Mine' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save view' }));
  const list = within(await screen.findByRole('navigation', { name: 'Saved views' }));
  const view = await list.findByRole('link', { name: /Mine/ });
  await vi.waitFor(() => expect(document.activeElement).toBe(view));
});

it('deletes a view, and restores all of it when the deletion is undone', async () => {
  views = [viewOf('bookings', 'Night', { shared: true })];
  show('/bookings');
  const above = await screen.findByRole('navigation', { name: 'Saved views' });
  fireEvent.click(await within(above).findByRole('button', { name: 'Change the view Night' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete view' }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  expect(views).toEqual([]);
  fireEvent.click(undo);
  await within(above).findByText('Night');
  expect(views).toMatchObject([
    { table: 'bookings', name: 'Night', query: 'status=NEW', columns: ['reference', 'driver'], shared: true },
  ]);
});
