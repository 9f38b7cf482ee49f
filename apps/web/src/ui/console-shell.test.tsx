// Tests the console's drawer: 240 px wide, permanent on wide screens and temporary on small ones.
import { fetchUser } from '@kerb/sdk/store';
import { aUser } from '@kerb/testing';
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../lib/i18n/index.ts';
import { store } from '../lib/store.ts';
import { parseStyles } from '../lib/testing/styles.ts';
import { ConsoleShell } from './console-shell.tsx';
import { createKerbTheme } from './theme.ts';

parseStyles();

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  vi.stubGlobal('fetch', async () => Response.json({ user: { ...aUser(), usertype: 'admin' } }));
  await startI18n();
  await Promise.all([loadTexts('console'), loadTexts('safety')]);
  await act(() => store.dispatch(fetchUser()));
});
afterEach(cleanup);

/** Renders at a screen width, in px, which determines the result of min-width media queries. */
function showAt(width: number) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width >= Number(/min-width: ?(\d+)/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY),
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  render(
    <Provider store={store}>
      <ThemeProvider theme={createKerbTheme('ltr', { clear: '', close: '', openList: '' })}>
        <MemoryRouter initialEntries={['/dashboard']}>
          <ConsoleShell title="Dashboard">Numbers</ConsoleShell>
        </MemoryRouter>
      </ThemeProvider>
    </Provider>,
  );
}
const drawer = () => screen.queryByRole('navigation', { name: 'Main' })?.closest('.MuiDrawer-paper');
const widthOf = (element: Element | null | undefined) => element && getComputedStyle(element).width;

it('shows a permanent drawer from 992 px, 240 px wide', () => {
  showAt(992);
  expect(widthOf(drawer())).toBe('240px');
  expect(screen.queryByRole('button', { name: 'Open menu' })).toBeNull();
});

it('shows a temporary drawer below 992 px, 240 px wide once it is opened', () => {
  showAt(991);
  expect(drawer() ?? null).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  expect(widthOf(drawer())).toBe('240px');
});

it('scrolls the drawer to the link of the current screen', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  showAt(992);
  const main = within(screen.getByRole('navigation', { name: 'Main' }));
  const link = main.getByRole('link', { name: 'Dashboard' });
  await waitFor(() => expect(scrolled.mock.instances).toEqual([link]));
});

describe('the drawer of an admin', () => {
  it('closes a group except for the link of the current screen, and opens it again', () => {
    showAt(992);
    const main = within(screen.getByRole('navigation', { name: 'Main' }));
    const users = main.getByRole('button', { name: 'Users' });
    fireEvent.click(users);
    expect(users.getAttribute('aria-expanded')).toBe('false');
    expect(main.queryByRole('link', { name: 'Riders' })).toBeNull();
    fireEvent.click(users);
    expect(main.getByRole('link', { name: 'Riders' })).toBeTruthy();
  });

  it('shows only icons when collapsed, with the same accessible names', () => {
    showAt(992);
    fireEvent.click(screen.getByRole('button', { name: 'Slim menu' }));
    expect(widthOf(drawer())).toBe('64px');
    const main = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(main.getByRole('link', { name: 'Riders' }).textContent).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'Wide menu' }));
    expect(widthOf(drawer())).toBe('240px');
  });

  it('has five links at the bottom of a phone', () => {
    showAt(390);
    const phone = within(screen.getByRole('navigation', { name: 'On the go' }));
    expect(phone.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Dashboard',
      'Bookings',
      'Add booking',
      'Alerts',
      'Drivers',
    ]);
  });
});
