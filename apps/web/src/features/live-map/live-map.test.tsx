// The live map without a map: the list says the same, a failed reading can be tried again, and location is asked for.
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { LiveMap } from './live-map.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

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
let places: { lat: number; lng: number; asked: number; lost: number }[] | null = null;
let items: ReturnType<typeof driver>[] | null = [];
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith('/cartypes')) return json({ items: [{ id: 'c1', name: 'Economy' }] });
    return items ? json({ items }) : json({ code: 'forbidden', status: 403 }, 403);
  });
  await startI18n();
  await Promise.all([loadTexts('console'), loadTexts('dashboard'), loadTexts('errors')]);
});
beforeEach(() => {
  places = null;
  items = [driver('1', 'Bruno Paz', false), driver('2', 'Ana Silva', true)];
});

const show = () =>
  render(
    <Provider store={store}>
      <MemoryRouter>
        <LiveMap places={places} />
      </MemoryRouter>
    </Provider>,
  );
const rows = async () => within(await screen.findByRole('list', { name: 'Active drivers' }));

describe('the live map', () => {
  it('lists the drivers by name with plate, car type, busy or free, and counts them', async () => {
    show();
    await screen.findByText('1 free, 1 busy');
    await screen.findByText('SAB 2 · Economy');
    const names = (await rows()).getAllByRole('button').map((row) => row.textContent);
    expect(names).toEqual(['Ana SilvaSAB 2 · EconomyOn the way', 'Bruno PazSAB 1 · EconomyFree']);
  });

  it('shows the driver picked, until closed', async () => {
    show();
    fireEvent.click((await rows()).getByRole('button', { name: /Ana Silva/ }));
    const card = screen.getByText(/^Seen at/).closest('[role="status"]');
    expect(card?.textContent).toContain('Ana Silva');
    expect(card?.textContent).toContain('SAB 2 · Economy');
    expect(card?.textContent).toContain('On the way');
    expect(card?.textContent).toContain('To Rambla 1');
    expect(screen.getByRole('link', { name: 'Booking ABCDEF' }).getAttribute('href')).toBe('/bookings/b1');
    expect(screen.getByRole('link', { name: 'Ana Silva' }).getAttribute('href')).toBe('/people/2');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(/^Seen at/)).toBeNull();
  });

  it('finds one by name or plate', async () => {
    show();
    await rows();
    const search = screen.getByLabelText('Find a driver or plate');
    fireEvent.change(search, { target: { value: 'sab 1' } });
    expect((await rows()).getAllByRole('button')).toHaveLength(1);
    fireEvent.change(search, { target: { value: 'no such driver' } });
    await screen.findByText('No active driver matches.');
  });

  it('shows those who do what was chosen, of the car type chosen, while they move', async () => {
    show();
    await rows();
    fireEvent.click(screen.getByRole('radio', { name: 'On the way' }));
    expect((await rows()).getAllByRole('button')).toHaveLength(1);
    (await rows()).getByRole('button', { name: /Ana Silva/ });
    fireEvent.click(screen.getByRole('radio', { name: 'On a trip' }));
    await screen.findByText('No active driver matches.');
    fireEvent.click(screen.getByRole('radio', { name: 'All' }));
    expect((await rows()).getAllByRole('button')).toHaveLength(2);
  });

  it('draws a list of thousands as far as it is in sight', async () => {
    items = Array.from({ length: 2000 }, (_, at) => driver(String(at), `Driver ${at}`, false));
    show();
    const drawn = (await rows()).getAllByRole('listitem');
    expect(drawn.length).toBeLessThan(40);
    expect(drawn[0]?.getAttribute('aria-setsize')).toBe('2000');
    expect(drawn[0]?.getAttribute('aria-posinset')).toBe('1');
  });

  it('can show recent ride requests, only to permitted viewers', async () => {
    show();
    await rows();
    expect(screen.queryByRole('switch', { name: 'Show demand on the map' })).toBeNull();
    cleanup();
    places = [];
    show();
    fireEvent.click(await screen.findByRole('switch', { name: 'Show demand on the map' }));
    await screen.findByText('No ride was requested in the last hour.');
  });

  it('says when no driver is on duty, and explains a denied location permission', async () => {
    items = [];
    show();
    await screen.findByText('No driver is on duty. They appear here as soon as they are.');
    await screen.findByText(/^Allow location in your browser/);
  });

  it('can be tried again after a failure', async () => {
    items = null;
    show();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    items = [driver('3', 'Carla Rey', false)];
    fireEvent.click(retry);
    await screen.findByText('Carla Rey');
  });
});
