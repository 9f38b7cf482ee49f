// Tests the console's search by keyboard: opening, results, navigation, and recent items.
import { fetchUser } from '@kerb/sdk/store';
import { aBooking, aUser } from '@kerb/testing';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { recentFindsKey } from '../../lib/clear-recent-finds.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { FindButton } from '../../ui/find-button.tsx';
import { guardPage } from '../../ui/page-guards.ts';
import { FindAnything } from './find-anything.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const booking = aBooking({ reference: 'K7PD2M', customer_name: 'Ana Silva', vehicle_number: 'SAB 1234' });
const driver = {
  ...aUser(),
  id: 'd1',
  usertype: 'driver',
  firstName: 'Bruno',
  lastName: 'Paz',
  mobile: '+59899123456',
};
let usertype: 'admin' | 'fleetadmin' = 'admin';
let refuses: string | null = null;
/** The mocked response for the list of bookings waits for this. */
let bookingsWaitFor: Promise<void> = Promise.resolve();
const asked: string[] = [];

function answer({ pathname, searchParams }: URL): Response {
  const path = pathname.replace('/api/v1', '');
  if (path === '/auth/session') return Response.json({ user: { ...aUser(), usertype } });
  asked.push(`${path} ${searchParams.get('q')}`);
  if (path === refuses) return Response.json({ code: 'unavailable', status: 503 }, { status: 503 });
  const q = searchParams.get('q') ?? '';
  if (path === '/bookings')
    return Response.json({ items: 'sab 1234'.includes(q) ? [booking] : [], nextCursor: null });
  if (path === '/users')
    return Response.json({ items: 'bruno sab 1234'.includes(q) ? [driver] : [], nextCursor: null, total: 1 });
  if (path === '/promos') return Response.json({ items: [], nextCursor: null });
  return Response.json({ code: 'not_found', status: 404 }, { status: 404 });
}

/** True once the response for people is in the store. */
const arePeopleFound = (): boolean => JSON.stringify(store.getState()).includes('"firstName":"Bruno"');

function Address() {
  const { pathname, hash } = useLocation();
  return <output aria-label="Address">{`${pathname}${hash}`}</output>;
}
async function showAs(role: typeof usertype) {
  usertype = role;
  await act(() => store.dispatch(fetchUser()));
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/dashboard']}>
        <FindAnything>
          <FindButton />
          <input aria-label="Note" />
          <Address />
        </FindAnything>
      </MemoryRouter>
    </Provider>,
  );
}
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const field = () => screen.findByRole('combobox', { name: 'Search' });
const typeIn = async (text: string) => fireEvent.change(await field(), { target: { value: text } });
/** Presses Enter once the list marks its first result, which happens after it is drawn. */
async function openFirst(): Promise<void> {
  const combobox = await field();
  await waitFor(() => expect(combobox.getAttribute('aria-activedescendant')).not.toBeNull());
  fireEvent.keyDown(combobox, { key: 'Enter' });
}
const address = () => screen.getByLabelText('Address', { selector: 'output' }).textContent;

beforeAll(async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    const address = new URL(url, 'http://kerb');
    const response = answer(address);
    if (address.pathname === '/api/v1/bookings') await bookingsWaitFor;
    return response;
  });
  await startI18n();
  await Promise.all([loadTexts('console'), loadTexts('safety')]);
});
beforeEach(() => {
  store.dispatch(answersApi.util.resetApiState());
  window.localStorage.clear();
  refuses = null;
  bookingsWaitFor = Promise.resolve();
  asked.length = 0;
});

describe('the search', () => {
  it('finds a setting by its name, for admins only', async () => {
    await showAs('admin');
    press('k', { ctrlKey: true });
    await typeIn('start trip');
    await screen.findByRole('option', { name: /Code at the start of a trip/ });
    await openFirst();
    expect(address()).toBe('/settings#setting-otp_secure');
    cleanup();
    await showAs('fleetadmin');
    press('k', { ctrlKey: true });
    await typeIn('start trip');
    await waitFor(() => expect(asked).toContain('/users start trip'));
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('finds a booking and a driver by number plate, and opens the first match with Enter', async () => {
    await showAs('admin');
    press('k', { ctrlKey: true });
    await typeIn('sab 1234');
    const options = await screen.findAllByRole('option');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
    expect(options[0]?.textContent).toContain('K7PD2M');
    expect(screen.getByText('Bruno Paz')).toBeTruthy();
    await openFirst();
    expect(address()).toBe(`/bookings/${booking.id}`);
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    expect(asked.filter((call) => call.startsWith('/bookings'))).toEqual(['/bookings sab 1234']);
  });

  it('opens the first match with Enter also when people are found before bookings', async () => {
    let answerBookings = (): void => undefined;
    bookingsWaitFor = new Promise((resolve) => {
      answerBookings = resolve;
    });
    await showAs('admin');
    press('k', { ctrlKey: true });
    await typeIn('sab 123');
    await waitFor(() => expect(arePeopleFound()).toBe(true));
    expect(screen.queryByText('Bruno Paz')).toBeNull();
    await act(async () => answerBookings());
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
    await openFirst();
    expect(address()).toBe(`/bookings/${booking.id}`);
  });

  it.each([
    { name: 'a result', open: openFirst, page: `/bookings/${booking.id}` },
    { name: 'the booking form', open: async () => press('n'), page: '/addbookings' },
  ])('asks before it leaves a page with unsaved input for $name', async ({ name, open, page }) => {
    await showAs('admin');
    let agree = (): void => undefined;
    const endGuard = guardPage((leave) => {
      agree = leave;
    });
    if (name === 'a result') {
      press('k', { ctrlKey: true });
      await typeIn('sab 1234');
      await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
    }
    await open();
    expect(address()).toBe('/dashboard');
    act(() => agree());
    expect(address()).toBe(page);
    endGuard();
  });

  it('lists recently opened results of this user only', async () => {
    await showAs('admin');
    press('/');
    await typeIn('bruno');
    fireEvent.click(await screen.findByText('Bruno Paz'));
    expect(address()).toBe('/people/d1');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    press('/');
    await screen.findByText('Opened recently');
    expect(screen.getAllByRole('option')[0]?.textContent).toContain('Bruno Paz');
    const stored = window.localStorage.getItem(recentFindsKey) ?? '';
    window.localStorage.setItem(recentFindsKey, stored.replace(aUser().id, 'another'));
    fireEvent.keyDown(await field(), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    await field();
    expect(screen.queryByText('Opened recently')).toBeNull();
  });

  it('stores the reference of a booking and the name of a person, without contacts and addresses', async () => {
    await showAs('admin');
    press('/');
    await typeIn('sab 1234');
    fireEvent.click(await screen.findByText('Bruno Paz'));
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    press('/');
    await typeIn('sab 1234');
    fireEvent.click(await screen.findByText(/K7PD2M/));
    const { finds } = JSON.parse(window.localStorage.getItem(recentFindsKey) ?? '{}');
    expect(finds).toEqual([
      {
        key: `booking ${booking.id}`,
        group: 'recent',
        title: 'K7PD2M',
        facts: [],
        to: `/bookings/${booking.id}`,
      },
      { key: 'person d1', group: 'recent', title: 'Bruno Paz', facts: [], to: '/people/d1' },
    ]);
  });

  it('shows the results when part of the search fails, and reports the failure', async () => {
    refuses = '/users';
    await showAs('admin');
    press('/');
    await typeIn('sab');
    await screen.findByText(/Part of the search failed/);
    expect(screen.getByRole('option').textContent).toContain('K7PD2M');
    await typeIn('zzz');
    await screen.findByText(/Part of the search failed/);
  });

  it('requests no promos for a fleet admin, and lists the screens of the role', async () => {
    await showAs('fleetadmin');
    press('/');
    await typeIn('driver');
    await screen.findByRole('option', { name: 'Drivers' });
    expect(screen.queryByText('Riders')).toBeNull();
    await waitFor(() => expect(asked).toContain('/users driver'));
    expect(asked.filter((call) => call.startsWith('/promos'))).toEqual([]);
  });
});

describe('shortcuts', () => {
  it('are listed, open a new booking, and are typed as text in a field', async () => {
    await showAs('admin');
    screen.getByLabelText('Note').focus();
    press('n');
    press('/');
    expect(address()).toBe('/dashboard');
    expect(screen.queryByRole('dialog')).toBeNull();
    screen.getByLabelText('Note').blur();
    press('?');
    const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(list.textContent).toContain('Ctrl K');
    press('n');
    expect(address()).toBe('/dashboard');
    fireEvent.click(screen.getByText('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press('n');
    expect(address()).toBe('/addbookings');
  });

  it('of a single key can be turned off and on again on this device', async () => {
    await showAs('admin');
    press('/', { ctrlKey: true });
    fireEvent.click(await screen.findByRole('switch', { name: 'Shortcuts of a single key' }));
    fireEvent.click(screen.getByText('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press('n');
    expect(address()).toBe('/dashboard');
    cleanup();
    await showAs('admin');
    press('n');
    expect(address()).toBe('/dashboard');
    press('/', { ctrlKey: true });
    fireEvent.click(await screen.findByRole('switch', { name: 'Shortcuts of a single key' }));
    fireEvent.click(screen.getByText('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press('n');
    expect(address()).toBe('/addbookings');
  });
});
