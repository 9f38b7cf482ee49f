// Tests the cards of a rider's own rides: actions by status, booking again, and reporting a lost item.
import type { BookingSummary, TripReport } from '@kerb/contract';
import { fetchSettings } from '@kerb/sdk/store';
import { aBooking, aSettings, aUser, testId } from '@kerb/testing';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { KerbThemeProvider } from '../../ui/theme-provider.tsx';
import { OwnRides } from './own-rides.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const rider = aUser({ usertype: 'rider' });
const ended = { driver: testId(0xd1), driver_name: 'Ana', trip_end_time: Date.now() - 3_600_000 };
const finished = aBooking({ customer: rider.id, status: 'COMPLETE', ...ended });
let rides: BookingSummary[] = [];
let reports: TripReport[] = [];
const calls: { call: string; body: unknown }[] = [];

beforeAll(async () => {
  const settings = {
    ...aSettings({ contact_email: 'help@kerb.example' }),
    version: 1,
    languages: [],
    social: [],
    demo: null,
  };
  const answer = (call: string): unknown => {
    if (call === 'GET /settings') return settings;
    if (call === `GET /bookings/${finished.id}`) return finished;
    if (call === `GET /bookings/${finished.id}/reports`) return { items: reports };
    if (call === `POST /bookings/${finished.id}/reports`) return { id: testId(7) };
    if (call.startsWith('GET /bookings?'))
      return { items: call.includes('upcoming=true') ? [] : rides, nextCursor: null };
    return null;
  };
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${address.replace('/api/v1', '')}`;
    calls.push({ call, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    const body = answer(call);
    return new Response(JSON.stringify(body ?? { code: 'not_found', status: 404 }), {
      status: body ? 200 : 404,
    });
  });
  await startI18n();
  await Promise.all((['bookings', 'console', 'safety', 'receipt', 'wallet'] as const).map(loadTexts));
  await store.dispatch(fetchSettings());
});
beforeEach(() => {
  rides = [finished];
  reports = [];
  calls.length = 0;
});
afterEach(cleanup);

function show() {
  render(
    <Provider store={store}>
      <KerbThemeProvider>
        <MemoryRouter initialEntries={['/bookings']}>
          <Routes>
            <Route path="/bookings" element={<OwnRides rider={rider} empty={<p>No rides</p>} />} />
            <Route path="/" element={<p>The booking form</p>} />
          </Routes>
        </MemoryRouter>
      </KerbThemeProvider>
    </Provider>,
  );
}

async function openMenu(): Promise<string[]> {
  fireEvent.click(await screen.findByRole('button', { name: /^Actions on booking/ }));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent ?? '');
}

describe('a card', () => {
  it('shows the route on a map, and offers to book again, the receipt, a lost item and help', async () => {
    show();
    const card = await screen.findByRole('article');
    const picture = card.querySelector('img');
    expect(picture?.getAttribute('src')).toBe(`/api/v1/bookings/${finished.id}/map.svg?theme=light`);
    within(card).getByRole('link', { name: `Open booking ${finished.reference}` });
    within(card).getByRole('button', { name: 'Book again' });
    within(card).getByRole('button', { name: 'Receipt' });
    expect(await openMenu()).toEqual(['Lost item', 'Help']);
  });

  it('of an active ride links to it, and offers help, payment and cancellation', async () => {
    rides = [aBooking({ customer: rider.id, status: 'NEW', driver: null, trip_end_time: null })];
    show();
    await screen.findByRole('link', { name: 'Follow' });
    expect(screen.queryByRole('button', { name: 'Book again' })).toBeNull();
    const items = await openMenu();
    expect(items[0]).toBe('Help');
    expect(items.at(-1)).toContain('Cancel booking');
  });

  it.each(['PAYMENT_PENDING', 'PENDING'] as const)(
    'of a ride that is %s leads to paying it',
    async (status) => {
      const ride = aBooking({ customer: rider.id, status });
      rides = [ride];
      show();
      const link = await screen.findByRole('link', { name: 'Pay now' });
      expect(link.getAttribute('href')).toBe(`/trip/${ride.id}`);
      expect(screen.queryByRole('link', { name: 'Follow' })).toBeNull();
    },
  );
});

it('books a finished ride again with its places and car type', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Book again' }));
  await screen.findByText('The booking form');
  expect(store.getState().tripdata).toMatchObject({
    pickup: finished.pickup,
    drop: finished.drop,
    waypoints: finished.waypoints,
    carType: finished.carType,
    bookLater: false,
  });
});

it('loads one ride at a time to book it again, and shows why that failed', async () => {
  rides = [testId(0xb01), testId(0xb02)].map((id) => aBooking({ ...finished, id }));
  show();
  const bookAgain = () => screen.getAllByRole('button', { name: 'Book again' });
  await waitFor(() => expect(bookAgain()).toHaveLength(2));
  const buttons = bookAgain();
  act(() => {
    for (const button of buttons) fireEvent.click(button);
  });
  expect(calls.filter(({ call }) => call.startsWith('GET /bookings/'))).toHaveLength(1);
  expect(buttons.map((button) => button.querySelector('[role="progressbar"]') !== null)).toEqual([
    true,
    false,
  ]);
  await screen.findByRole('alertdialog');
  expect(screen.queryByText('The booking form')).toBeNull();
});

describe('a report', () => {
  const open = async (item: string) => {
    show();
    await openMenu();
    fireEvent.click(screen.getByRole('menuitem', { name: item }));
    return screen.findByRole('dialog');
  };
  const posted = () => calls.filter(({ call }) => call.startsWith('POST'));

  it('reports a lost item of a finished ride', async () => {
    const dialog = await open('Lost item');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
    await within(dialog).findByText('Write a few words.');
    expect(posted()).toEqual([]);
    fireEvent.change(within(dialog).getByLabelText(/What is missing/), {
      target: { value: ' An umbrella ' },
    });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
    await screen.findByText('Sent to your driver and the operator.');
    expect(posted()).toEqual([
      {
        call: `POST /bookings/${finished.id}/reports`,
        body: { about: 'lost_item', message: 'An umbrella' },
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows earlier reports with their state, and another way to contact the operator', async () => {
    const at = Date.now() - 60_000;
    reports = [
      { id: testId(1), about: 'lost_item', message: 'Gloves', at, resolvedAt: at },
      { id: testId(2), about: 'help', message: 'The price', at, resolvedAt: null },
    ];
    const dialog = await open('Lost item');
    await within(dialog).findByText('Gloves');
    within(dialog).getByText(/^Closed by the operator/);
    expect(within(dialog).queryByText('The price')).toBeNull();
    within(dialog).getByRole('link', { name: 'help@kerb.example' });
  });
});
