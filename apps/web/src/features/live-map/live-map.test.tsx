// The live map without a map: the list says the same, a failed reading can be tried again, and location is asked for.
import { configure, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { LiveMap } from './live-map.tsx';

configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const driver = (id: string, name: string, queue: boolean) => ({
  driver: id,
  name,
  vehicle_number: `SAB ${id}`,
  carType: 'c1',
  queue,
  lat: -34.9,
  lng: -56.2,
  at: 1_780_000_000_000,
});
let items: ReturnType<typeof driver>[] | null = [];
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith('/cartypes')) return json({ items: [{ id: 'c1', name: 'Economy' }] });
    return items ? json({ items }) : json({ code: 'forbidden', status: 403 }, 403);
  });
  await startI18n();
  await Promise.all([loadTexts('console'), loadTexts('errors')]);
});
beforeEach(() => {
  items = [driver('1', 'Bruno Paz', false), driver('2', 'Ana Silva', true)];
});

const show = () =>
  render(
    <Provider store={store}>
      <LiveMap />
    </Provider>,
  );
const rows = async () => within(await screen.findByRole('list', { name: 'Active drivers' }));

describe('the live map', () => {
  it('lists the drivers by name with plate, car type, busy or free, and counts them', async () => {
    show();
    await screen.findByText('1 free, 1 on a trip');
    await screen.findByText('SAB 2 · Economy');
    const names = (await rows()).getAllByRole('button').map((row) => row.textContent);
    expect(names).toEqual(['Ana SilvaSAB 2 · EconomyOn a trip', 'Bruno PazSAB 1 · EconomyFree']);
  });

  it('shows the driver picked, until closed', async () => {
    show();
    fireEvent.click((await rows()).getByRole('button', { name: /Ana Silva/ }));
    const card = screen.getByText(/^Seen at/).closest('[role="status"]');
    expect(card?.textContent).toContain('Ana Silva');
    expect(card?.textContent).toContain('SAB 2 · Economy');
    expect(card?.textContent).toContain('On a trip');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(/^Seen at/)).toBeNull();
  });

  it('finds one by name or plate', async () => {
    show();
    await rows();
    const search = screen.getByLabelText('Find a driver or plate');
    fireEvent.change(search, { target: { value: 'sab 1' } });
    expect((await rows()).getAllByRole('button')).toHaveLength(1);
    fireEvent.change(search, { target: { value: 'nobody' } });
    await screen.findByText('No active driver matches.');
  });

  it('says when nobody is on duty, and asks for location where the browser gives none', async () => {
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
