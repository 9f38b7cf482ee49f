// Tests the dispatch board without a map: its queue, its list of cars, and assigning a request to a driver.
import type { BoardRow, DriverCandidate } from '@kerb/contract';
import { publicSettings } from '@kerb/contract';
import { settings as operatorSettings } from '@kerb/domain/settings';
import { fetchSettings } from '@kerb/sdk/store';
import { aBooking } from '@kerb/testing';
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { createKerbTheme } from '../../ui/theme.ts';
import { DispatchBoard } from './dispatch-board.tsx';
import type { QueueAlert } from './queue.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
interface MapProps {
  readonly zoom: number;
  readonly description: string;
  readonly route: string | null;
  readonly children: ReactNode;
}
vi.mock('../../map/kerb-map.tsx', () => ({
  KerbMap: ({ zoom, description, route, children }: MapProps) => (
    <section aria-label={`Zoom ${zoom}`}>
      <p>{description}</p>
      <p>{route === null ? 'No route' : `Route ${route}`}</p>
      {children}
    </section>
  ),
}));
vi.mock('../../map/fleet-layer.tsx', () => ({
  FleetLayer: ({ length, cars }: { length: number; cars: readonly unknown[] }) => (
    <p>{`${cars.length} of ${length} px`}</p>
  ),
}));
vi.mock('../../map/demand-layer.tsx', () => ({ DemandLayer: () => null }));
vi.mock('../../map/requests-layer.tsx', () => ({ RequestsLayer: () => null }));
vi.mock('../../map/candidates-layer.tsx', () => ({ CandidatesLayer: () => null }));

const now = Date.now();
const at = (add: string) => ({ lat: -34.9, lng: -56.2, add });
const row = (id: string, change: Partial<BoardRow>): BoardRow => ({
  id,
  reference: id,
  status: 'NEW',
  group: 'unassigned',
  risk: null,
  clock: 'waiting',
  since: now - 30_000,
  expected_at: null,
  customer_name: 'Lucía Sosa',
  carType: 'c1',
  pickup: at('Rivera 2100, Cordón, Montevideo'),
  drop: at('Rambla 1, Pocitos, Montevideo'),
  tripdate: null,
  driver: null,
  driver_name: null,
  vehicle_number: null,
  seen_at: null,
  follows: null,
  asked: 0,
  asked_by_hand: false,
  ...change,
});
const waiting = row('WAIT01', { risk: 'waiting_long' });
const accepted = row('COME02', {
  status: 'ACCEPTED',
  group: 'on_way',
  driver: '2',
  driver_name: 'Ana Silva',
  vehicle_number: 'SAB 2',
  expected_at: now + 240_000,
});
const trip = { id: 'b1', reference: 'ABCDEF', status: 'ACCEPTED', dropAddress: 'Rambla 1' };
const driver = (id: string, name: string, queue: boolean) => ({
  driver: id,
  name,
  vehicle_number: `SAB ${id}`,
  carType: 'c1',
  queue,
  booking: queue ? trip : null,
  lat: -34.9,
  lng: -56.2,
  at: 1_780_000_000_000,
});
const candidate = (id: string, name: string, change: Partial<DriverCandidate> = {}): DriverCandidate => ({
  driver: id,
  name,
  vehicle_number: `SAB ${id}`,
  vehicle_description: 'Chevrolet Onix',
  rating: '4.8',
  distance: 1.2,
  time_in_secs: 240,
  gate: null,
  asked: false,
  asked_by: null,
  ...change,
});

let rows: BoardRow[] | null = [];
let alerts: QueueAlert[] = [];
let places: { lat: number; lng: number; asked: number; lost: number }[] | null = null;
let drivers: ReturnType<typeof driver>[] | null = [];
let candidates: DriverCandidate[] = [];
let refusal: string | null = null;
let settings: unknown = null;
const sent: { path: string; body: unknown }[] = [];
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const board = (items: readonly BoardRow[]) => ({
  at: Date.now(),
  items,
  counts: Object.fromEntries(
    ['unassigned', 'late', 'at_risk', 'on_way', 'on_trip', 'upcoming', 'unpaid'].map((group) => [
      group,
      items.filter((one) => one.group === group).length,
    ]),
  ),
});

function answerTo(path: string, init: RequestInit): Response {
  if (init.method === 'POST') {
    sent.push({ path, body: JSON.parse(String(init.body)) });
    const refused = refusal;
    refusal = null;
    return refused === null ? json(aBooking({})) : json({ code: refused, status: 409, title: refused }, 409);
  }
  if (path === '/settings') return json(settings);
  if (path === '/cartypes') return json({ items: [{ id: 'c1', name: 'Economy' }] });
  if (path === '/dispatch/board')
    return rows ? json(board(rows)) : json({ code: 'forbidden', status: 403 }, 403);
  if (path === '/drivers/live')
    return drivers ? json({ items: drivers }) : json({ code: 'forbidden', status: 403 }, 403);
  if (path.endsWith('/candidates')) return json({ items: candidates });
  return json(aBooking({ polyline: '_p~iF', customer_contact: '+59891000001', driver_contact: null }));
}

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) =>
    answerTo(new URL(address, 'http://kerb').pathname.replace('/api/v1', ''), init),
  );
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  // Simulates a wide screen.
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  await startI18n();
  for (const area of ['console', 'dashboard', 'bookings', 'errors'] as const) await loadTexts(area);
});
beforeEach(async () => {
  rows = [waiting, accepted];
  alerts = [];
  places = null;
  drivers = [driver('1', 'Bruno Paz', false), driver('2', 'Ana Silva', true)];
  candidates = [candidate('2', 'Ana Silva'), candidate('1', 'Bruno Paz')];
  refusal = null;
  sent.length = 0;
  await operator({ autoDispatch: false });
});
afterEach(() => {
  cleanup();
  store.dispatch(answersApi.util.resetApiState());
});

async function operator(change: { autoDispatch: boolean }): Promise<void> {
  const place = { lat: -34.9, lng: -56.2 };
  settings = publicSettings.parse({
    version: 1,
    languages: [],
    ...operatorSettings.parse(change),
    city: { name: 'Montevideo', center: place, bounds: [-57, -35, -56, -34] },
    social: [],
    demo: null,
  });
  await store.dispatch(fetchSettings());
}

const show = (mayAssign = true) =>
  render(
    <Provider store={store}>
      <ThemeProvider theme={createKerbTheme('ltr', { clear: '', close: '', openList: '' })}>
        <MemoryRouter>
          <DispatchBoard
            places={places}
            alerts={alerts}
            mayAssign={mayAssign}
            renderActions={() => <button type="button">Cancel booking</button>}
          />
        </MemoryRouter>
      </ThemeProvider>
    </Provider>,
  );
const queue = async () => within(await screen.findByRole('list', { name: 'Requests' }));
const requests = async () =>
  (await queue()).getAllByRole('button').map((button) => button.getAttribute('data-request'));
const choose = async (reference: string) => {
  fireEvent.click(
    (await queue()).getByRole('button', { name: new RegExp(`^Request ${reference} .*Rivera 2100`) }),
  );
  return within(await screen.findByRole('region', { name: `Request ${reference}` }));
};
const cars = async () => {
  fireEvent.click(await screen.findByRole('tab', { name: /^Cars/ }));
  return within(await screen.findByRole('list', { name: 'Active drivers' }));
};

describe('the queue', () => {
  it('lists problems and drivers under headings, after the alerts', async () => {
    alerts = [{ key: 'a', title: 'Emergency on ABCDEF', at: now, isUrgent: true, to: '/alerts' }];
    show();
    const list = await queue();
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Alerts1',
      expect.stringContaining('Emergency on ABCDEF'),
      'Unassigned1',
      expect.stringMatching(
        /^Request WAIT01 0:3\d waiting Rivera 2100 to Rambla 1 Waiting long · Economy · Lucía Sosa$/,
      ),
      'On the way1',
      expect.stringContaining('Pickup in 4 min · SAB 2 · Ana Silva'),
    ]);
    expect(list.getByRole('link').getAttribute('href')).toBe('/alerts');
  });

  it.each<[string, Partial<BoardRow>, RegExp]>([
    ['a rider who waits', { clock: 'waiting' }, /^\d:\d\d waiting$/],
    ['a pickup ahead', { clock: 'pickup', since: now + 20 * 60_000 }, /^\d+ min until due$/],
    ['a pickup that is late', { clock: 'pickup', since: now - 300_000 }, /^\d:\d\d late$/],
    ['a driver at the pickup', { clock: 'at_pickup' }, /^\d:\d\d at pickup$/],
    ['a trip', { clock: 'on_trip', since: now - 2 * 3_600_000 }, /^2 hr on trip$/],
    ['a trip that is not paid', { clock: 'unpaid' }, /^\d:\d\d unpaid$/],
  ])('says what the clock counts: %s', async (_, change, expected) => {
    rows = [row('TIME01', change)];
    show();
    const request = (await queue()).getByRole('button', { name: /^Request TIME01/ });
    expect(request.querySelector('.tabular')?.textContent).toMatch(expected);
  });

  it('shows the time alone in the answer of an older server, which does not say what it counts', async () => {
    const { clock: _, ...ofOlderServer } = row('TIME01', {});
    rows = [ofOlderServer as BoardRow];
    show();
    const request = (await queue()).getByRole('button', { name: /^Request TIME01/ });
    expect(request.querySelector('.tabular')?.textContent).toMatch(/^\d:\d\d$/);
  });

  it('isolates the text direction of each place, so that it is truncated at its own end', async () => {
    show();
    const list = await queue();
    for (const place of list.getAllByText('Rambla 1')) expect(place.localName).toBe('bdi');
    expect(list.getByText('Lucía Sosa').localName).toBe('bdi');
  });

  it('shows a single group, and all groups again', async () => {
    show();
    await queue();
    const groups = within(screen.getByRole('group', { name: 'What the queue shows' }));
    fireEvent.click(groups.getByRole('button', { name: 'On the way 1' }));
    expect(await requests()).toEqual(['COME02']);
    fireEvent.click(groups.getByRole('button', { name: 'On the way 1' }));
    expect(await requests()).toEqual(['WAIT01', 'COME02']);
  });

  it('can be navigated with the keyboard, and Escape closes the request', async () => {
    show();
    const list = await screen.findByRole('list', { name: 'Requests' });
    fireEvent.keyDown(list, { key: 'j' });
    await screen.findByRole('region', { name: 'Request WAIT01' });
    fireEvent.keyDown(list, { key: 'ArrowDown' });
    await screen.findByRole('region', { name: 'Request COME02' });
    fireEvent.keyDown(list, { key: 'k' });
    await screen.findByRole('region', { name: 'Request WAIT01' });
    fireEvent.keyDown(list, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Request/ })).toBeNull());
  });

  it('supports j and k anywhere on the page; Enter focuses the details, and Escape the request', async () => {
    show();
    await queue();
    fireEvent.keyDown(document.body, { key: 'j' });
    const details = await screen.findByRole('region', { name: 'Request WAIT01' });
    const request = (await queue()).getByRole('button', { name: /^Request WAIT01/ });
    await waitFor(() => expect(document.activeElement).toBe(request));
    fireEvent.keyDown(request, { key: 'Enter' });
    expect(document.activeElement).toBe(details);
    const close = within(details).getByRole('button', { name: 'Close' });
    close.focus();
    fireEvent.keyDown(close, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Request/ })).toBeNull());
    expect(document.activeElement).toBe(request);
  });

  it('hides the separator after the problem together with the next fact where that does not fit', async () => {
    show();
    const request = (await queue()).getByRole('button', { name: /^Request WAIT01/ });
    const problem = within(request).getByText(/Waiting long/);
    expect(problem.textContent).not.toContain('·');
    expect(problem.nextElementSibling?.textContent).toMatch(/^ · ./);
  });

  it('does not handle j and k in a text field', async () => {
    show();
    await queue();
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    fireEvent.keyDown(field, { key: 'j' });
    field.remove();
    expect(screen.queryByRole('region', { name: /^Request/ })).toBeNull();
  });

  it('shows that there are no requests, and can be reloaded after a failure', async () => {
    rows = [];
    show();
    await screen.findByText('No open request');
    cleanup();
    store.dispatch(answersApi.util.resetApiState());
    rows = null;
    show();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    rows = [waiting];
    fireEvent.click(retry);
    expect(await requests()).toEqual(['WAIT01']);
  });
});

describe('a request', () => {
  it('is offered to the chosen driver', async () => {
    show();
    const panel = await choose('WAIT01');
    fireEvent.click(await panel.findByRole('radio', { name: /Bruno Paz/ }));
    fireEvent.click(panel.getByRole('button', { name: 'Assign Bruno Paz' }));
    await screen.findByText('Driver assigned successfully and notified.');
    expect(sent).toEqual([{ path: '/bookings/WAIT01/assign', body: { driver: '1', unlessOffered: true } }]);
  });

  it('that another dispatcher has offered meanwhile is offered again only after a confirmation', async () => {
    show();
    const panel = await choose('WAIT01');
    fireEvent.click(await panel.findByRole('radio', { name: /Bruno Paz/ }));
    refusal = 'already_assigned';
    candidates = [
      candidate('2', 'Ana Silva', { asked: true, asked_by: 'Isabel Batlle' }),
      candidate('1', 'Bruno Paz'),
    ];
    fireEvent.click(panel.getByRole('button', { name: 'Assign Bruno Paz' }));
    await screen.findByText(/^Isabel Batlle has just offered WAIT01 to Ana Silva\./);
    fireEvent.click(screen.getByRole('button', { name: 'Ask Bruno Paz as well' }));
    await screen.findByText('Driver assigned successfully and notified.');
    expect(sent.at(-1)?.body).toEqual({ driver: '1', unlessOffered: false });
  });

  it('cannot be assigned while automatic search is on, and shows why', async () => {
    await operator({ autoDispatch: true });
    show();
    const panel = await choose('WAIT01');
    await panel.findByText('Drivers are found automatically.');
    expect(panel.queryByRole('button', { name: /^Assign/ })).toBeNull();
  });

  it('of an accepted trip is reassigned to another driver, or returned to the search', async () => {
    show();
    const panel = await choose('COME02');
    fireEvent.click(panel.getByRole('button', { name: 'Give to another driver' }));
    fireEvent.click(await panel.findByRole('radio', { name: /Bruno Paz/ }));
    expect(panel.queryByRole('radio', { name: /Ana Silva/ })).toBeNull();
    fireEvent.click(panel.getByRole('button', { name: 'Give to Bruno Paz' }));
    await screen.findByText('Bruno Paz has been asked to take COME02.');
    fireEvent.click(panel.getByRole('button', { name: 'Search for a driver again' }));
    await screen.findByText('The search for a driver of COME02 goes on.');
    expect(sent.map(({ body }) => body)).toEqual([
      { from: '2', to: '1' },
      { from: '2', to: null },
    ]);
  });

  it('is left unchanged when another dispatcher has changed it, and shows a message', async () => {
    show();
    const panel = await choose('COME02');
    refusal = 'already_assigned';
    fireEvent.click(panel.getByRole('button', { name: 'Search for a driver again' }));
    await panel.findByText(/^Another dispatcher was faster: COME02 has changed\./);
  });

  it('has the phone number of its rider, its page and the actions of the screen', async () => {
    show();
    const panel = await choose('WAIT01');
    const call = await panel.findByRole('link', { name: 'Call the rider' });
    expect(call.getAttribute('href')).toBe('tel:+59891000001');
    expect(panel.getByRole('link', { name: 'Open the booking' }).getAttribute('href')).toBe(
      '/bookings/WAIT01',
    );
    expect(panel.getByRole('button', { name: 'Cancel booking' })).toBeTruthy();
    expect(panel.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Pickup', 'Drop']);
  });

  it('is read-only for a fleet admin', async () => {
    show(false);
    const panel = await choose('COME02');
    await panel.findByRole('link', { name: 'Call the rider' });
    expect(panel.queryByRole('button', { name: 'Search for a driver again' })).toBeNull();
  });
});

describe('the cars', () => {
  it('are listed by name with plate, car type and state, and counted', async () => {
    show();
    const list = await cars();
    await screen.findByText('1 free, 1 busy');
    await screen.findByText('SAB 2 · Economy');
    const names = list.getAllByRole('button').map((one) => one.textContent);
    expect(names).toEqual(['Ana SilvaSAB 2 · EconomyOn the way', 'Bruno PazSAB 1 · EconomyFree']);
  });

  it('show the selected driver with the current and the next trip, until closed', async () => {
    rows = [row('NEXT03', { status: 'ACCEPTED', group: 'on_way', driver: '2', follows: 'b1' })];
    show();
    fireEvent.click((await cars()).getByRole('button', { name: /Ana Silva/ }));
    const card = screen.getByText(/^Seen at/).closest('[role="status"]');
    expect(card?.textContent).toContain('SAB 2 · Economy');
    // The isolates keep addresses that begin with a number in order within right-to-left text.
    expect(card?.textContent).toContain('To \u2068Rambla 1\u2069');
    await waitFor(() => expect(card?.textContent).toMatch(/Next: NEXT03.*\u2068.+\u2069/));
    expect(screen.getByRole('link', { name: 'Booking ABCDEF' }).getAttribute('href')).toBe('/bookings/b1');
    expect(screen.getByRole('link', { name: 'Ana Silva' }).getAttribute('href')).toBe('/people/2');
    fireEvent.click(within(card as HTMLElement).getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(/^Seen at/)).toBeNull();
  });

  it('are found by name or plate', async () => {
    show();
    await cars();
    const search = screen.getByLabelText('Find a driver or plate');
    fireEvent.change(search, { target: { value: 'sab 1' } });
    expect((await cars()).getAllByRole('button')).toHaveLength(1);
    fireEvent.change(search, { target: { value: 'no such driver' } });
    await screen.findByText('No active driver matches.');
  });

  it('are filtered by their state, on the map as well', async () => {
    show();
    await cars();
    await screen.findByText('2 of 35 px');
    fireEvent.click(screen.getByRole('button', { name: 'On the map' }));
    fireEvent.click(await screen.findByRole('radio', { name: 'On the way' }));
    await screen.findByText('1 of 35 px');
    fireEvent.click(screen.getByRole('radio', { name: 'On a trip' }));
    await screen.findByText('No active driver matches.');
  });

  it('are rendered only within the visible part of the list', async () => {
    drivers = Array.from({ length: 2000 }, (_, index) => driver(String(index), `Driver ${index}`, false));
    show();
    const drawn = (await cars()).getAllByRole('listitem');
    expect(drawn.length).toBeLessThan(40);
    expect(drawn[0]?.getAttribute('aria-setsize')).toBe('2000');
  });

  it('show that no driver is on duty, and can be reloaded after a failure', async () => {
    drivers = [];
    show();
    fireEvent.click(await screen.findByRole('tab', { name: /^Cars/ }));
    await screen.findByText('No driver is on duty. They appear here as soon as they are.');
    cleanup();
    store.dispatch(answersApi.util.resetApiState());
    drivers = null;
    show();
    fireEvent.click(await screen.findByRole('tab', { name: /^Cars/ }));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    drivers = [driver('3', 'Carla Rey', false)];
    fireEvent.click(retry);
    await screen.findByText('Carla Rey');
  });
});

describe('the map', () => {
  it('starts at zoom 10 with every active driver, and explains a denied location until closed', async () => {
    show();
    await screen.findByText('2 of 35 px');
    expect(screen.getByRole('region', { name: 'Zoom 10' })).toBeTruthy();
    await screen.findByText('Map of the fleet. Active drivers: 2, requests that need a look: 1');
    const note = (await screen.findByText(/^Allow location in your browser/)).closest('[role="alert"]');
    fireEvent.click(within(note as HTMLElement).getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(/^Allow location in your browser/)).toBeNull();
  });

  it('shows the route of the chosen request', async () => {
    show();
    screen.getByText('No route');
    await choose('WAIT01');
    await screen.findByText('Route _p~iF');
  });

  it('can show recent ride requests, only to permitted viewers', async () => {
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'On the map' }));
    await screen.findByRole('radio', { name: 'Free' });
    expect(screen.queryByRole('switch', { name: 'Show demand on the map' })).toBeNull();
    cleanup();
    places = [];
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'On the map' }));
    fireEvent.click(await screen.findByRole('switch', { name: 'Show demand on the map' }));
    await screen.findByText('No ride was requested in the last hour.');
  });
});
